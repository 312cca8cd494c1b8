import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from '../../harness/ports.js';

/** The repository, seen from the source and from what is built of it. */
const ROOT = /^(.*)[\\/]tests[\\/]/.exec(import.meta.dirname)?.[1] ?? process.cwd();
/** A first start makes a database, and may have to build. */
const READY_WITHIN_MS = 240_000;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** What it keeps, until it is stopped. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** The product as `npm start` starts it, on a free port and with data of its own that are gone afterwards. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const port = await lastingPort();
  const dataDir = await mkdtemp(join(tmpdir(), 'earworm-e2e-'));
  const child = spawn(process.execPath, ['apps/standalone/launch.mjs', 'start'], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const exited = new Promise<void>((gone) => child.once('exit', () => gone()));
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise<void>((isReady, fail) => {
    const late = setTimeout(() => fail(new Error(`not ready in time:\n${said}`)), READY_WITHIN_MS);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes(`Earworm is ready: http://localhost:${port}`)) return;
      clearTimeout(late);
      isReady();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void exited.then(() => {
      clearTimeout(late);
      fail(new Error(`ended before it was ready:\n${said}`));
    });
  });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    stop,
  };
}
