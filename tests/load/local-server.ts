import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { lastingPort } from '../harness/ports.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { SERVER_FLAGS } from '../harness/server-flags.js';

/** The same whether this runs from its source or built. */
const ROOT = import.meta.dirname.replace(/[\\/]tests[\\/].*$/, '');
const MAIN = join(ROOT, 'apps', 'standalone', 'dist', 'main.js');
const FLOOR = join(ROOT, 'tests', 'dist', 'load', 'floor', 'main.js');
const READY = /^Earworm is ready: (\S+)$/m;
const READY_WITHIN_MS = 60_000;

export interface LocalServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it said that a game can be played, ms. */
  readonly readyAfterMs: number;
  /** Everything it has printed so far. */
  said(): string;
  /** Resolves with the exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** Starts the product as `npm start` does, once everything is built. Rejects with what it said when it does not come up. */
export async function startLocalServer(options: {
  dataDir: string;
  port?: number;
  env?: NodeJS.ProcessEnv;
}): Promise<LocalServer> {
  const port = options.port ?? (await lastingPort());
  const env = { ...process.env, ...RAISED_LIMITS, PORT: String(port), DATA_DIR: options.dataDir, ...options.env };
  return startServer([...SERVER_FLAGS, MAIN], env);
}

/** Starts the bare program that the product's figures are held against. */
export async function startFloor(dataDir: string): Promise<LocalServer> {
  return startServer(
    [...SERVER_FLAGS, FLOOR, '--port', String(await lastingPort()), '--data-dir', dataDir],
    process.env,
  );
}

async function startServer(args: readonly string[], env: NodeJS.ProcessEnv): Promise<LocalServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const url = await readiness(child, () => said, ended);
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    said: () => said,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function readiness(child: ChildProcess, said: () => string, ended: Promise<unknown>): Promise<string> {
  let over = false;
  void ended.then(() => (over = true));
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const url = READY.exec(said())?.[1];
    if (url) return url;
    if (over || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start:\n${said().slice(-2_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
