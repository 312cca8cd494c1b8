import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'apps', 'standalone', 'launch.mjs');

export interface Started {
  readonly pid: number;
  /** Standard output and error so far. */
  said(): string;
  /** Resolves with the exit code once everything that held its output has ended. */
  readonly ended: Promise<number | null>;
  isOver(): boolean;
  /** Resolves when a line says that a game can be played; rejects with what was said when it ends before. */
  ready(withinMs?: number): Promise<string>;
}

const all = new Set<Started>();

/** Ends whatever a spec has started and not ended itself. */
export async function stopAll(): Promise<void> {
  for (const started of all) {
    if (!started.isOver()) process.kill(started.pid, 'SIGTERM');
    await started.ended;
  }
  all.clear();
}

interface How {
  readonly launcher?: string;
  /** Default: the Node of this run. */
  readonly node?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Does what `npm start` does, from the launcher on. */
export function start(
  env: NodeJS.ProcessEnv,
  { launcher = LAUNCHER, node = process.execPath, ...as }: How = {},
): Started {
  const child = spawn(node, [launcher, 'start'], {
    ...as,
    env: { ...(node === process.execPath ? process.env : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let over = false;
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve)).finally(() => (over = true));
  const started: Started = {
    pid: child.pid ?? 0,
    isOver: () => over,
    said: () => said,
    ended,
    ready: async (withinMs = 90_000) => {
      const until = performance.now() + withinMs;
      for (;;) {
        const url = /^Earworm is ready: (\S+)$/m.exec(said)?.[1];
        if (url) return url;
        if (over || performance.now() > until) throw new Error(`it did not start:\n${said}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
  all.add(started);
  return started;
}

/** Processes that work on this folder: named on their command line (Postgres) or in their environment (ours). */
export async function processesOn(dataDir: string): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found: string[] = [];
  for (const number of numbers) {
    const read = (file: string) => readFile(`/proc/${number}/${file}`, 'utf8').catch(() => '');
    const commandLine = await read('cmdline');
    if (`${commandLine}\0${await read('environ')}`.includes(dataDir)) found.push(commandLine.replaceAll('\0', ' '));
  }
  return found;
}
