import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
  /** For the report; removed afterwards. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the run, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** Runs Jest on this Node and resolves with its report; rejects with what it printed when it left none. */
export async function runJest({ root, args, folder, env = process.env, signal }: JestRun): Promise<JestReport> {
  const outputFile = join(folder, 'jest.json');
  await rm(outputFile, { force: true });
  const flags = ['--experimental-vm-modules', '--no-warnings', '--enable-source-maps'];
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(
    process.execPath,
    [...flags, jest, ...args, '--silent', '--json', '--testLocationInResults', `--outputFile=${outputFile}`],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  child.stderr.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-20_000)));
  const interrupt = () => child.kill('SIGINT');
  signal?.addEventListener('abort', interrupt);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  signal?.removeEventListener('abort', interrupt);
  signal?.throwIfAborted();
  const text = await readFile(outputFile, 'utf8').catch(() => null);
  if (text === null) throw new Error(`Jest left no report. It printed:\n${printed}`);
  return JSON.parse(text) as JestReport;
}

/** Whether specs match, without running them. */
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
