import { useEffect } from 'react';

export const wantsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Null with reduced motion. */
export const loadConfetti = async () => (wantsStill() ? null : (await import('canvas-confetti')).default);

export function useConfetti(burst: boolean): void {
  useEffect(() => {
    if (!burst) return;
    void loadConfetti()
      .then((confetti) =>
        confetti?.({
          particleCount: 140,
          spread: 100,
          startVelocity: 48,
          origin: { y: 0.75 },
          colors: ['#ffb52e', '#46e5df', '#37d67a', '#f6f2ff', '#7a63c9'],
          disableForReducedMotion: true,
        }),
      )
      .catch(() => undefined);
  }, [burst]);
}
