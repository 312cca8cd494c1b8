import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-error.js';

const held = new Set<string>();

/** Locks a data folder with a file that holds the owner's pid and start time, so that a stale one is recognised. */
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

/** A server left running by a killed process. Removes a stale `postmaster.pid`, whose pid may be another program's. */
export async function findLeftover(cluster: string): Promise<number | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number(text.split('\n')[0]);
  if (pid > 0 && pid !== process.pid && isAlive(pid) && (await isPostgres(pid))) return pid;
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

/** Pids are reused; on Linux the start time makes them unique. */
async function identity(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The start time is the 20th field after the name in parentheses.
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
