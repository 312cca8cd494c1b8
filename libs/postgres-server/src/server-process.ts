import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { isAlive, type Owner } from './owner.js';
import type { RunAs } from './run-as.js';

/** Kept to explain why Postgres ended. */
const KEPT_LINES = 60;
/** After its end; sessions of a killed Postgres may hold its output open. */
const OUTPUT_WITHIN_MS = 500;

/** Without our own variables, such as PGDATA; Windows cannot run without its own. */
const ENVIRONMENT = process.platform === 'win32' ? undefined : { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

export interface RunningProcess {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<void>;
  /** False: the process ended first. */
  waitForOutput(pattern: RegExp): Promise<boolean>;
}

/** In its own process group: Ctrl-C must not stop the database before the last writes. */
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
    child.on('exit', () => setTimeout(resolve, OUTPUT_WITHIN_MS));
  });
  return {
    child,
    ended,
    output: () => [...lines, rest, startError].filter(Boolean).join('\n'),
    waitForOutput: (pattern) =>
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
 * Shuts the server down `keepMs` after this process dies, also by SIGKILL, unless another has claimed it by then: a shell
 * waits for our end of a pipe. Returns its removal.
 */
export function guard(serverPid: number, runAs: RunAs | undefined, { file, me }: Owner, keepMs: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const script = `cat >/dev/null
    left=$3
    while [ "$(cat "$1")" = "$2" ]; do
      [ "$left" -le 0 ] && kill -INT "$0" && exit
      left=$((left - 1))
      sleep 0.1
    done`;
  const shell = spawn('/bin/sh', ['-c', script, String(serverPid), file, me, String(Math.ceil(keepMs / 100))], {
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

const LOOK_EVERY_MS = 200;

/** Resolves when a process that this one did not start has ended. */
export function endOf(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY_MS).unref();
  });
}

/** Fast shutdown, then immediate (the next start recovers from the log), then SIGKILL. Never rejects. */
export async function shutDown(pid: number, fastMs: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
