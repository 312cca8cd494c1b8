import { useEffect } from 'react';

/** A burst over the whole screen each time `burst` becomes true. Fetched when first needed. */
export function useConfetti(burst: boolean): void {
  useEffect(() => {
    if (!burst || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    void import('canvas-confetti')
      .then(({ default: confetti }) =>
        confetti({
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
