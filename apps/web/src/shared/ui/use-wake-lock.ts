import { useEffect, useState } from 'react';
import { textsOf } from '../../platform/i18n/texts.js';

/** Why the screen may turn off. `insecure`: browsers have the Wake Lock API for https pages only. */
export type Awake = 'on' | 'insecure' | 'refused';

const t = textsOf('wakeLock', {
  awakeInsecure: 'Your screen may turn off because this address does not use https. Tap it from time to time.',
  awakeRefused: 'Your screen may turn off during the game. Tap it from time to time.',
});

export const whyDark = (awake: Exclude<Awake, 'on'>) => t(awake === 'insecure' ? 'awakeInsecure' : 'awakeRefused');

/** Keeps the screen on by the Wake Lock API, or by a video where that is missing or refused. */
export function useWakeLock(): Awake {
  const [awake, setAwake] = useState<Awake>('on');

  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    let video: Promise<() => void> | null = null;
    const playVideo = () => {
      video ??= import('./awake-video.js').then(({ playAwakeVideo }) => {
        if (over) return () => undefined;
        return playAwakeVideo((isPlaying) => {
          setAwake(isPlaying ? 'on' : window.isSecureContext ? 'refused' : 'insecure');
        });
      });
    };
    const take = async () => {
      if (document.visibilityState !== 'visible' || over || video) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (over) void lock.release();
      } catch {
        // Plain http, low battery or an old phone.
        if (!over) playVideo();
      }
    };
    void take();
    // A lock ends whenever the page is hidden.
    document.addEventListener('visibilitychange', take);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
      void video?.then((end) => end());
    };
  }, []);

  return awake;
}
