import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guard } from '../harness/guard.js';

/** The part of Jest's JSON report that is read here. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** The spec file's whole path. */
    readonly name: string;
    readonly status: string;
    /** What went wrong outside the tests, as an import that failed. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface JestRun {
  /** Whose specs run: the checkout itself, or a copy of it. */
  readonly root: string;
  readonly args: readonly string[];
  /** For the report. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the run when this process is killed. */
  readonly guard: Guard;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

const END_WITHIN_MS = 5_000;

/** Runs Jest on this Node and resolves with its report; rejects with what it printed when it left none. */
export async function runJest({ root, args, folder, env = process.env, guard, signal }: JestRun): Promise<JestReport> {
  const outputFile = join(folder, 'jest.json');
  await rm(outputFile, { force: true });
  const flags = ['--experimental-vm-modules', '--no-warnings', '--enable-source-maps'];
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [...flags, jest, ...args, '--silent', '--json', `--outputFile=${outputFile}`], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let printed = '';
  child.stderr.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-20_000)));
  if (child.pid !== undefined) guard.watch(child.pid);
  let forced: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGINT');
    forced = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  };
  signal?.addEventListener('abort', end);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  signal?.removeEventListener('abort', end);
  clearTimeout(forced);
  if (child.pid !== undefined) guard.forget(child.pid);
  if (signal?.aborted) {
    // Its workers: one that loops for ever hears no other signal.
    killGroup(child.pid);
    throw signal.reason;
  }
  const text = await readFile(outputFile, 'utf8').catch(() => null);
  if (text === null) throw new Error(`Jest left no report. It printed:\n${printed}`);
  return JSON.parse(text) as JestReport;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

/** The specs that Jest would run. */
export async function listSpecs(root: string, args: readonly string[]): Promise<string[]> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, jest, ...args, '--listTests', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  const list = printed.split('\n').find((line) => line.startsWith('['));
  return list === undefined ? [] : (JSON.parse(list) as string[]);
}
