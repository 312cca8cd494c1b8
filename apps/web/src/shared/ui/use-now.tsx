import { useEffect, useState } from 'react';
import { t } from '../../platform/i18n/t.js';

/** Server time in ms, updated every `everyMs` while `running`. */
export function useNow(clockOffsetMs: number, running: boolean, everyMs = 200): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now + clockOffsetMs;
}

/** Hidden from screen readers, which would count along. */
export function AgainIn({ at, className }: { at: number; className?: string }) {
  const left = Math.ceil((at - useNow(0, true, 1_000)) / 1_000);
  return (
    <p aria-hidden className={className}>
      {left > 0 ? t('againIn', { count: left }) : t('againNow')}
    </p>
  );
}
