import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@earworm/service-kit/config';
import { BackupError } from '../backup/backup-error.js';
import { type BackupConfig, loadBackupConfig } from './backup.config.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface CommandOptions {
  readonly usage: string;
  readonly flags?: readonly string[];
  /** Options with a number. */
  readonly numbers?: readonly string[];
  readonly run: (
    folder: string,
    options: { readonly flags: ReadonlySet<string>; readonly numbers: ReadonlyMap<string, number> },
    context: { readonly config: BackupConfig; readonly signal: AbortSignal },
  ) => Promise<void>;
}

/** A command with one folder as its argument. Sets the exit code: 1 when it fails, 2 when it is called wrongly. */
export async function runCommand({ usage, flags = [], numbers = [], run }: CommandOptions): Promise<void> {
  const abort = new AbortController();
  for (const signal of SIGNALS)
    process.once(signal, () => abort.abort(new BackupError('Stopped; nothing is left of it.')));
  try {
    const options = Object.fromEntries([
      ...flags.map((flag) => [flag, { type: 'boolean' as const }] as const),
      ...numbers.map((name) => [name, { type: 'string' as const }] as const),
    ]);
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new UsageError();
    const config = loadBackupConfig(process.env);
    const given = Object.entries(values).filter(([name]) => numbers.includes(name));
    if (given.some(([, value]) => !/^[1-9]\d{0,4}$/.test(String(value)))) throw new UsageError();
    await run(
      resolve(folder),
      {
        flags: new Set(Object.keys(values).filter((name) => flags.includes(name))),
        numbers: new Map(given.map(([name, value]) => [name, Number(value)])),
      },
      { config, signal: abort.signal },
    );
  } catch (error) {
    const isUsage =
      error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_');
    console.error(isUsage ? `usage: ${usage}` : explain(error));
    process.exitCode = isUsage ? 2 : 1;
  }
}

class UsageError extends Error {}

const explain = (error: unknown): unknown => {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  return error instanceof Error && error.name === 'EmbeddedPostgresError' ? error.message : error;
};
