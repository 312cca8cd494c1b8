import { useEffect, useState } from 'react';
import { t } from '../../platform/i18n/t.js';

const COUNTED_EVERY_MS = 100;

/** The time of this device, updated every `everyMs` while it `isRunning`. */
function useClock(isRunning: (now: number) => boolean, everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  const running = isRunning(now);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/** Server time in ms, updated every `everyMs` while `running`. */
export const useNow = (clockOffsetMs: number, running: boolean, everyMs = 200): number =>
  useClock(() => running, everyMs) + clockOffsetMs;

/** Ms until then by the server's clock, counted down to 0. */
export function useTimeLeft(until: number, clockOffsetMs: number): number {
  const now = useClock((time) => time + clockOffsetMs < until, COUNTED_EVERY_MS);
  return Math.max(0, until - now - clockOffsetMs);
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
