import { readdir, readFile } from 'node:fs/promises';

/** The process and its descendants; only itself without a /proc. */
export async function processTree(pid: number): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>([[pid, 0]]);
  for (const name of names) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name stands in parentheses and may hold anything; the fields are counted from behind it.
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const belongs = (each: number): boolean => each === pid || (each > 1 && belongs(parents.get(each) ?? 0));
  return [...parents.keys()].filter(belongs);
}

/** Sends a signal to each that still runs. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // Jest runs specs in a separate realm, where an error of Node is not an instance of Error.
      if (!(Error.isError(error) && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
