import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-error.js';

const held = new Set<string>();

/** The process that a data folder is locked by, as the lock file names it. */
export interface Owner {
  readonly file: string;
  readonly me: string;
}

/** Locks a data folder with a file that holds the owner's pid and start time, so that a stale one is recognised. */
export async function claim(file: string, place: string): Promise<Owner & { release(): Promise<void> }> {
  const me = await identity(process.pid);
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(me);
      await handle.close();
      held.add(file);
      return {
        file,
        me,
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

export interface RunningServer {
  readonly pid: number;
  /** Null unless it accepts connections. */
  readonly port: number | null;
}

export interface Leftover extends RunningServer {
  readonly removeGuard: () => void;
}

/** What `postmaster.pid` says, of which Postgres documents the lines: pid, folder, start, port, socket folder, address, shared memory, status. */
async function readPidFile(cluster: string): Promise<RunningServer | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: lines[7] === 'ready' ? Number(lines[3]) : null };
}

const isServer = async ({ pid }: RunningServer): Promise<boolean> =>
  pid > 0 && pid !== process.pid && isAlive(pid) && (await isPostgres(pid));

/** The server that runs on the data, whichever process started it. */
export async function findServer(cluster: string): Promise<RunningServer | undefined> {
  const named = await readPidFile(cluster);
  return named && (await isServer(named)) ? named : undefined;
}

/**
 * A server left running by a killed process, guarded from now on. Otherwise removes a `postmaster.pid` whose pid is
 * another program's; Postgres itself removes that of a dead server, once no session of it is left.
 */
export async function findLeftover(
  cluster: string,
  guarded: (pid: number) => () => void,
): Promise<Leftover | undefined> {
  const named = await readPidFile(cluster);
  if (named === undefined) return undefined;
  if (await isServer(named)) return { ...named, removeGuard: guarded(named.pid) };
  if (!(named.pid > 0) || exists(named.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Also one that has ended but whose parent has not noticed. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False for one that has ended but whose parent has not noticed, as in a container without an init. */
export function isAlive(pid: number): boolean {
  if (!exists(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether the running server was started by this command. */
export async function wasStartedBy(cluster: string, command: readonly string[]): Promise<boolean> {
  const [program, ...args] = command;
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return options.trim() === [program, ...args.map((arg) => `"${arg}"`)].join(' ');
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
