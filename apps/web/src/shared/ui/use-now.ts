import { useEffect, useState } from 'react';

/** Server time in ms, drawn again every `everyMs` while `running`; standing still costs nothing. */
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
