import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-error.js';

/** Owner files of this very process. */
const held = new Set<string>();

/**
 * Only one process may use a data folder. Its number and start time stand in a file there, so that a second start is
 * told who is in the way, and what a killed process left behind is nobody's.
 */
export async function claim(file: string, place: string): Promise<{ release(): Promise<void> }> {
  const me = await identity(process.pid);
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(me);
      await handle.close();
      held.add(file);
      return {
        release: async () => {
          held.delete(file);
          await rm(file, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readFile(file, 'utf8').catch(() => '');
    const pid = Number(owner.split(' ')[0]);
    if ((owner !== me || held.has(file)) && pid > 0 && isAlive(pid) && (await identity(pid)) === owner) {
      throw new EmbeddedPostgresError(`Earworm is already running on the data in ${place} (process ${pid}).`);
    }
    await rm(file, { force: true });
  }
  throw new EmbeddedPostgresError(`Earworm is being started twice on the data in ${place}.`);
}

export interface Leftover {
  readonly pid: number;
}

/**
 * The server that a killed process left running on the data, if it is still there. A `postmaster.pid` without a
 * server behind it is taken away: its number may long be another program's.
 */
export async function findLeftover(cluster: string): Promise<Leftover | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number(text.split('\n')[0]);
  if (pid > 0 && pid !== process.pid && isAlive(pid) && (await isPostgres(pid))) return { pid };
  await rm(file, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Numbers are used again; with the start time they are not. Elsewhere than on Linux the number has to do. */
async function identity(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold spaces; the start time is the 20th field after it.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
  const ps = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return ps.stdout.includes('postgres');
}
