import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Guard } from '../harness/guard.js';
import { JEST_FLAGS } from '../harness/node-flags.js';

/** The result of one spec file. */
export interface SpecResult {
  /** Its whole path. */
  readonly path: string;
  readonly hasFailed: boolean;
  /** All failures, also those outside the tests, such as a failed import. */
  readonly message: string;
  readonly tests: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

export interface JestRun {
  /** Whose specs run: the checkout itself, or a copy of it. */
  readonly root: string;
  readonly args: readonly string[];
  /** For the results. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the run when this process is killed. */
  readonly guard: Guard;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

const END_WITHIN_MS = 5_000;

/** Resolves with the results; rejects with Jest's output when there are none. */
export async function runJest({
  root,
  args,
  folder,
  env = process.env,
  guard,
  signal,
}: JestRun): Promise<SpecResult[]> {
  const results = join(folder, 'results.jsonl');
  await writeFile(results, '');
  const reporter = fileURLToPath(new URL('jest-reporter.js', import.meta.url));
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [...JEST_FLAGS, jest, ...args, '--silent', `--reporters=${reporter}`], {
    cwd: root,
    env: { ...env, JEST_RESULTS: results },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const keep = (text: Buffer) => (printed = (printed + text.toString()).slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
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
  // Workers outlive it: after a failure those that hold something open, after a signal those that loop for ever.
  killGroup(child.pid);
  signal?.throwIfAborted();
  const lines = (await readFile(results, 'utf8')).split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(`Jest ended without a result. It printed:\n${printed}`);
  return lines.map((line) => JSON.parse(line) as SpecResult);
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All its processes have ended.
  }
}
