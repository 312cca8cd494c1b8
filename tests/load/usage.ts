import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second of /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;
const PAGE_KB = 4;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

/** What a process and all its children have used so far; null where there is no /proc. */
export interface Usage {
  readonly at: number;
  /** Of the whole tree, database included. */
  readonly cpuSeconds: number;
  /** Of the process itself. */
  readonly ownCpuSeconds: number;
  readonly rssMb: number;
}

export async function usageOf(pid: number): Promise<Usage | null> {
  const own = await readProcess(pid);
  if (!own) return null;
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map((name) => readProcess(Number(name))))).filter((each) => each !== null);
  const family = new Set([pid]);
  // Children have higher numbers nearly always; a second round finds those of wrapped counters.
  for (let round = 0; round < 2; round++) for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  const cpuSeconds = all.filter((each) => family.has(each.pid)).reduce((sum, each) => sum + each.cpuSeconds, 0);
  return { at: performance.now(), cpuSeconds, ownCpuSeconds: own.cpuSeconds, rssMb: own.rssMb };
}

async function readProcess(pid: number): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the fields are counted from behind it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, pages = 0] = [fields[1], fields[11], fields[12], fields[21]];
    return { pid, parent, cpuSeconds: (user + system) / TICKS, rssMb: (pages * PAGE_KB) / 1024 };
  } catch {
    return null;
  }
}

/** Cores used between two readings, by the whole tree. */
export const coresBetween = (from: Usage | null, to: Usage | null, own = false): number | null => {
  if (!from || !to) return null;
  const seconds = (to.at - from.at) / 1000;
  return (own ? to.ownCpuSeconds - from.ownCpuSeconds : to.cpuSeconds - from.cpuSeconds) / seconds;
};
