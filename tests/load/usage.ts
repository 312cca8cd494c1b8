import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second of /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;
const PAGE_KB = 4;

/** A process, with everything it has started unless `only` says otherwise. Parts of one name are counted together. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  readonly only?: 'itself' | 'children';
  /** Of its children, parts themselves. */
  readonly except?: readonly number[];
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpuSeconds: number;
  /** Of children that have ended, theirs included. */
  readonly endedSeconds: number;
  readonly rssMb: number;
}

/** What the parts have used so far. */
export interface Usage {
  readonly at: number;
  readonly cpuSeconds: ReadonlyMap<string, number>;
  /** Of the parts' own processes; a database's shared memory cannot be attributed. */
  readonly rssMb: number;
  /** The same by part. */
  readonly rssMbOf: ReadonlyMap<string, number>;
}

/** Null where there is no /proc, or when a part is gone. */
export async function usageOf(parts: readonly Part[]): Promise<Usage | null> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map((name) => readProcess(Number(name))))).filter((each) => each !== null);
  const byPid = new Map(all.map((each) => [each.pid, each]));
  const cpuSeconds = new Map<string, number>();
  const rssMbOf = new Map<string, number>();
  for (const { name, pid, only, except = [] } of parts) {
    const own = byPid.get(pid);
    if (!own) return null;
    const family = familyIn(all, pid);
    const counted = all.filter((each) =>
      each.pid === pid ? only !== 'children' : family.has(each.pid) && only !== 'itself' && !except.includes(each.pid),
    );
    cpuSeconds.set(
      name,
      counted.reduce(
        (sum, each) => sum + each.cpuSeconds + (only === 'itself' ? 0 : each.endedSeconds),
        cpuSeconds.get(name) ?? 0,
      ),
    );
    if (name !== 'postgres') rssMbOf.set(name, (rssMbOf.get(name) ?? 0) + own.rssMb);
  }
  const rssMb = [...rssMbOf.values()].reduce((sum, each) => sum + each, 0);
  return { at: performance.now(), cpuSeconds, rssMb, rssMbOf };
}

function familyIn(all: readonly Process[], pid: number): ReadonlySet<number> {
  const family = new Set([pid]);
  // Children have higher numbers nearly always; a second round finds those of wrapped counters.
  for (let round = 0; round < 2; round++) for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  return family;
}

async function readProcess(pid: number): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the fields are counted from behind it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, pages = 0] = [
      ...[fields[1], fields[11], fields[12], fields[13], fields[14]],
      fields[21],
    ];
    const [cpuSeconds, endedSeconds] = [(user + system) / TICKS, (endedUser + endedSystem) / TICKS];
    return { pid, parent, cpuSeconds, endedSeconds, rssMb: (pages * PAGE_KB) / 1024 };
  } catch {
    return null;
  }
}

/** Cores used between two readings, by part. */
export function coresBetween(from: Usage | null, to: Usage | null): Record<string, number> | null {
  if (!from || !to) return null;
  const seconds = (to.at - from.at) / 1000;
  return Object.fromEntries(
    [...to.cpuSeconds].map(([name, used]) => [name, (used - (from.cpuSeconds.get(name) ?? 0)) / seconds]),
  );
}

/** CPU time that all parts together have used so far, ms; NaN where it cannot be read. */
export async function cpuMsOf(parts: readonly Part[]): Promise<number> {
  const usage = await usageOf(parts);
  return usage === null ? NaN : [...usage.cpuSeconds.values()].reduce((sum, each) => sum + each, 0) * 1_000;
}

/** CPU seconds that all processors of this machine have worked so far. */
export async function machineCpuSeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softIrq) / TICKS;
}
