import { spawn, type ChildProcess } from 'node:child_process';
import { isAlive } from './owner.js';
import type { RunAs } from './run-as.js';

/** Sentences of Postgres that are kept to explain why it ended. */
const KEPT_LINES = 60;

/** Nothing of our own environment: a stray PGDATA or PGPORT would lead Postgres elsewhere. Windows cannot run without its own. */
const ENVIRONMENT = process.platform === 'win32' ? undefined : { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

export interface RunningProcess {
  readonly child: ChildProcess;
  /** The last lines it wrote. */
  said(): string;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>;
  /** Resolves true when a line matches, false when the process ends first. */
  says(pattern: RegExp): Promise<boolean>;
}

/**
 * Starts a program of Postgres in a process group of its own: Ctrl-C in the terminal must reach us, not the database
 * that we still need for the last writes.
 */
export function run(program: string, args: readonly string[], runAs: RunAs | undefined, cwd: string): RunningProcess {
  const child = spawn(program, args, {
    ...runAs,
    cwd,
    env: ENVIRONMENT,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lines: string[] = [];
  let rest = '';
  const listeners = new Set<(line: string) => void>();
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const complete = (rest + chunk).split('\n');
    rest = complete.pop() ?? '';
    lines = [...lines, ...complete].slice(-KEPT_LINES);
    for (const line of complete) for (const listener of listeners) listener(line);
  });
  let startError = '';
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      startError = String(error);
      resolve();
    });
    child.on('close', () => resolve());
  });
  return {
    child,
    ended,
    said: () => [...lines, rest, startError].filter(Boolean).join('\n'),
    says: (pattern) =>
      new Promise((resolve) => {
        const listener = (line: string) => {
          if (!pattern.test(line)) return;
          listeners.delete(listener);
          resolve(true);
        };
        listeners.add(listener);
        void ended.then(() => resolve(false));
      }),
  };
}

/**
 * Tells the server to shut down should this process die without doing so itself, also by `kill -9`: a shell that waits
 * for the end of a pipe whose other end only we hold. Returns the way to call that off.
 */
export function guard(serverPid: number, runAs: RunAs | undefined): () => void {
  if (process.platform === 'win32') return () => undefined;
  const shell = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -INT "$0"', String(serverPid)], {
    ...runAs,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return () => void shell.kill('SIGKILL');
}

/** Fast shutdown (SIGINT), then at once (SIGQUIT: the next start repairs from the log), then by force. Never rejects. */
export async function shutDown(pid: number, patienceMs: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 1000],
    ['SIGKILL', 1000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = performance.now() + waitMs;
    while (performance.now() < until) {
      if (!isAlive(pid)) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
