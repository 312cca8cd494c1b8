import { execFile } from 'node:child_process';

/** Enough for all logs of a release. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
const OUTPUT_SHOWN = 4_000;
const STANDARD_WITHIN_MS = 60_000;

export interface CommandOptions {
  /** It is killed after this; default: a minute. */
  readonly withinMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** Runs a program to its end and resolves with what it printed; rejects with the end of its output. */
export function run(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { withinMs = STANDARD_WITHIN_MS, env = process.env, input } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { timeout: withinMs, maxBuffer: OUTPUT_MAX_BYTES, env },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        const why = error.killed ? `did not end within ${withinMs / 1_000} s` : `failed (${error.code})`;
        const output = `${stdout}${stderr}`.trim().slice(-OUTPUT_SHOWN);
        reject(new Error(`${[program, ...args].join(' ').slice(0, 300)} ${why}:\n${output}`));
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** False when the program is not on the PATH or does not run. */
export const runs = (program: string, args: readonly string[]): Promise<boolean> =>
  run(program, args, { withinMs: 10_000 }).then(
    () => true,
    () => false,
  );
