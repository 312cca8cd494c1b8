import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ConfigError, type Problem } from './config-error.js';
import { isSecret, partsOfSecret } from './secret.js';

/** The environment as it is handed in by `main`; nothing else reads `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the schema's variables and nothing else. An empty variable counts as unset. `X_FILE` names a file that holds
 * `X` (a mounted secret). Throws ConfigError with every problem at once.
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Env): z.output<Schema> {
  const problems: Problem[] = [];
  const values: Record<string, string> = {};
  for (const variable of Object.keys(schema.shape)) {
    try {
      const value = read(variable, env);
      if (value !== undefined) values[variable] = value;
    } catch (error) {
      problems.push({ variable, reason: (error as Error).message });
    }
  }
  const parsed = schema.safeParse(values);
  const seen = new Set(problems.map((each) => each.variable));
  for (const issue of parsed.error?.issues ?? []) {
    const variable = String(issue.path[0] ?? 'configuration');
    if (seen.has(variable)) continue;
    const isMissing = issue.code === 'invalid_type' && values[variable] === undefined;
    problems.push({
      variable,
      reason: isMissing ? 'is required' : hide(issue.message, values[variable], isSecret(schema.shape[variable])),
    });
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

function read(variable: string, env: Env): string | undefined {
  const value = env[variable] || undefined;
  const file = env[`${variable}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new Error(`set either ${variable} or ${variable}_FILE, not both`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new Error(`the file of ${variable}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

/** A schema's own message might quote what it was given, and that may be a password. */
const hide = (message: string, value: string | undefined, isSecretValue: boolean): string =>
  value === undefined
    ? message
    : (isSecretValue ? partsOfSecret(value) : [value]).reduce((text, part) => text.replaceAll(part, '…'), message);
