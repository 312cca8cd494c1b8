import { join } from 'node:path';
import { Child } from './child.js';
import { COMPILE_CACHE } from './compile-cache.js';
import { Guard } from './guard.js';
import { lastingPort } from './ports.js';
import { copyPreparedData } from './prepared-data.js';
import { ROOT } from './root.js';
import { serverProcess } from './server-process.js';
import { temporaryFolder } from './temporary-folder.js';

const LAUNCHER = join(ROOT, 'apps', 'standalone', 'launch.mjs');
const PROGRAMS = {
  /** What the launcher runs once everything is built. */
  product: join('apps', 'standalone', 'dist', 'main.js'),
  /** The reference for benchmarks. */
  floor: join('tests', 'dist', 'load', 'floor', 'main.js'),
};
const READY = /^Earworm is ready: (\S+)$/m;

export interface ProductOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Of `npm start`; default: one core on every machine. */
  readonly args?: readonly string[];
  /** Kept when the product stops. Default: a new folder, removed when it stops. */
  readonly dataDir?: string;
  /** Data of a new folder: a copy of the run's prepared data (default), if any, or nothing. */
  readonly from?: 'prepared' | 'nothing';
  readonly port?: number;
  /** Default: `product`, as the launcher starts it. */
  readonly program?: keyof typeof PROGRAMS;
  /** The checkout whose build runs; default: this one. */
  readonly root?: string;
  /** Open files that it may have; default: as many as this process. */
  readonly descriptors?: number;
  /** Its output is also written here. */
  readonly logFile?: string;
}

/** One standalone process with its database. */
export interface Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** From the start of the process until it printed that it is ready, ms. */
  readonly readyAfterMs: number;
  /** Standard output and error so far. */
  readonly output: string;
  readonly logFile: string | undefined;
  /** Resolves with the exit code, null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. Its data stays until `stop`. */
  kill(): Promise<void>;
}

/** Starts the product as `npm start` does once everything is built. Rejects with its output when it does not come up. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await lastingPort());
  const dataDir = options.dataDir ?? (await temporaryFolder('product'));
  const guard = new Guard(options.dataDir === undefined ? dataDir : null);
  try {
    if (options.dataDir === undefined && options.from !== 'nothing') await copyPreparedData(dataDir);
    const program = options.program ?? 'product';
    const { args = ['--cores', '1'] } = options;
    const programArgs = program === 'floor' ? ['--port', String(port), '--data-dir', dataDir] : args;
    const child = serverProcess({
      name: program,
      main: PROGRAMS[program],
      args: programArgs,
      root: options.root,
      descriptors: options.descriptors,
      env: { NODE_OPTIONS: '', PORT: String(port), DATA_DIR: dataDir, ...options.env },
      isReady: () => READY.test(child.output),
      guard,
      logFile: options.logFile,
    });
    const startedAt = performance.now();
    await child.start();
    const readyAfterMs = performance.now() - startedAt;
    return {
      url: READY.exec(child.output)?.[1] ?? '',
      port,
      dataDir,
      readyAfterMs,
      logFile: options.logFile,
      get pid() {
        return child.lastPid;
      },
      get output() {
        return child.output;
      },
      get exited() {
        return child.exited;
      },
      stop: async () => {
        const code = await child.stop();
        await guard.cleanUp();
        return code;
      },
      kill: () => child.kill(),
    };
  } catch (error) {
    await guard.cleanUp();
    throw error;
  }
}

export interface LauncherOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Default: everything in one process. */
  readonly command?: 'start' | 'services' | 'backup';
  /** Arguments after the command. */
  readonly args?: readonly string[];
  /** Default: this repository's. */
  readonly launcher?: string;
  /** Default: the Node of this run, with its environment; another one gets `env` alone. */
  readonly node?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts the launcher as `npm start` or `npm run` with another command does, and returns before the product is ready. */
export function launchByCommand({
  env,
  command = 'start',
  args = [],
  launcher = LAUNCHER,
  node = process.execPath,
  ...as
}: LauncherOptions) {
  const guard = new Guard(null);
  const child: Child = new Child({
    ...as,
    name: command === 'start' ? 'npm start' : `npm run ${command}`,
    program: node,
    args: [launcher, command, ...args],
    env: { ...(node === process.execPath ? { ...process.env, ...COMPILE_CACHE } : {}), ...env },
    isReady: () => READY.test(child.output),
    guard,
  });
  child.launch();
  return Object.assign(child, {
    /** Resolves with the printed address. */
    url: async (withinMs?: number): Promise<string> => {
      await child.ready(withinMs);
      return READY.exec(child.output)?.[1] ?? '';
    },
  });
}
export type LaunchedByCommand = ReturnType<typeof launchByCommand>;
