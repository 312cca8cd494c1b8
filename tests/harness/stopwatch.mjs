import { existsSync, readFileSync } from 'node:fs';

/** CPU seconds of the whole machine: all, and those in use. Null where there is no /proc. */
function machineTime() {
  if (!existsSync('/proc/stat')) return null;
  const [user, nice, system, idle, iowait, irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .trim()
    .split(/ +/)
    .slice(1)
    .map((ticks) => Number(ticks) / 100);
  const used = user + nice + system + irq + softirq;
  return { used, all: used + idle + iowait };
}

/** Started by the call; what it returns says how long it has run, and where known how busy the machine was. */
export function stopwatch() {
  const startedAt = performance.now();
  const before = machineTime();
  return () => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const after = machineTime();
    if (before === null || after === null) return `${seconds} s`;
    const used = after.used - before.used;
    const busy = ((used / (after.all - before.all)) * 100).toFixed(0);
    return `${seconds} s, ${used.toFixed(0)} s of CPU, cores ${busy} % busy`;
  };
}
