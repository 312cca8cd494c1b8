import { useEffect, useState } from 'react';
import { t } from '../../platform/i18n/t.js';

/** `insecure`: browsers keep a screen awake for https pages only. */
export type Awake = 'on' | 'insecure' | 'refused';

export const whyDark = (awake: Exclude<Awake, 'on'>) => t(awake === 'insecure' ? 'awakeInsecure' : 'awakeRefused');

/** Acquired again whenever the page becomes visible. */
export function useWakeLock(): Awake {
  const [awake, setAwake] = useState<Awake>(() => (window.isSecureContext ? 'on' : 'insecure'));

  useEffect(() => {
    if (!window.isSecureContext) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || over) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (over) void lock.release();
        else setAwake('on');
      } catch {
        // Low battery, an old phone or no support.
        setAwake('refused');
      }
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, []);

  return awake;
}
