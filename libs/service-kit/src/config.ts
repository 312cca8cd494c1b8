import { readFileSync } from 'node:fs';
import { parseLimit } from '@earworm/contracts';
import { z } from 'zod';
import { described } from './described.js';

export interface Problem {
  readonly variable: string;
  readonly reason: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly Problem[]) {
    super(
      `The configuration is not usable:\n${problems.map((each) => `  ${each.variable}: ${each.reason}`).join('\n')}`,
    );
  }
}

export { described, descriptionOf, type Section } from './described.js';
export { REMOVED, warnOfRemoved } from './removed-variables.js';

/** Passed in by `main`; nothing else reads `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * An empty variable is unset; `X_FILE` names a file with the value of `X`; `${Y}` in the user or password of a URL is the value of `Y`,
 * which may have any character. Throws ConfigError with all problems.
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
  return readRaw(variable, env)?.replaceAll(CREDENTIALS, (credentials) =>
    credentials.replaceAll(REFERENCE, (_, name: string) => {
      const value = readRaw(name, env);
      if (value === undefined) throw new Error(`refers to ${name}, which is not set`);
      return encodeURIComponent(value);
    }),
  );
}

/** Of one URL, or of each in a list. */
const CREDENTIALS = /:\/\/[^@/,]*@/g;
const REFERENCE = /\$\{([A-Z][A-Z0-9_]*)\}/g;

function readRaw(variable: string, env: Env): string | undefined {
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

/** Schema messages may quote the value, which may be a password. */
const hide = (message: string, value: string | undefined, isSecretValue: boolean): string =>
  value === undefined
    ? message
    : (isSecretValue ? partsOfSecret(value) : [value]).reduce((text, part) => text.replaceAll(part, '…'), message);

const SECRETS = new WeakSet<z.core.$ZodType>();

/** Marks a variable as secret: a password, a key, a URL with credentials. Secrets have no default. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  SECRETS.add(schema);
  return schema;
}

export function isSecret(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  return SECRETS.has(schema) || (schema instanceof z.ZodOptional && isSecret(schema.unwrap()));
}

export function partsOfSecret(value: string): string[] {
  const parts = URL.canParse(value)
    ? credentialsOf(new URL(value))
    : (/:\/\/([^@]*)@/.exec(value)?.[1]?.split(':') ?? []);
  return [value, ...parts].filter((part) => part !== '');
}

function credentialsOf({ username, password }: URL): string[] {
  return [username, password].flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false')
    .transform((text) => ['true', '1', 'yes', 'on'].includes(text))
    .default(byDefault);

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const BOUNDS = new WeakMap<z.core.$ZodType, Bounds>();

/** Of a whole number; undefined for other variables. */
export const boundsOf = (schema: z.core.$ZodType): Bounds | undefined =>
  BOUNDS.get(schema) ??
  (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? boundsOf(schema.unwrap()) : undefined);

export const integer = (bounds: Bounds & { readonly default?: number }) => {
  const message = `must be a whole number from ${bounds.min} to ${bounds.max}`;
  const schema = z
    .string()
    .regex(/^-?\d+$/, message)
    .transform(Number)
    .refine((n) => n >= bounds.min && n <= bounds.max, message);
  BOUNDS.set(schema, bounds);
  return bounds.default === undefined ? schema : schema.default(bounds.default);
};

/** `10/600`: ten points in ten minutes. */
export const limit = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, context) => {
      const parsed = parseLimit(text);
      if (!parsed) context.addIssue({ code: 'custom', message: 'must be <points>/<seconds>, such as 10/600' });
      return parsed ?? z.NEVER;
    });

export const port = (byDefault: number) => integer({ min: 0, max: 65_535 }).default(byDefault);

export const url = (...schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    message: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** An address without a path, as the program adds its own paths. */
export const originUrl = (...schemes: readonly string[]) =>
  url(...schemes).refine((text) => !URL.canParse(text) || isOrigin(new URL(text)), {
    message: 'must end after host and port: a path is not supported',
  });

const isOrigin = ({ pathname, search, hash }: URL): boolean => pathname === '/' && search === '' && hash === '';

export const list = () =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])));

/** What the driver does with another one is not what it says. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

export const postgresUrl = () =>
  url('postgres', 'postgresql').refine((text) => !URL.canParse(text) || SSL_MODES.includes(sslModeOf(text)), {
    message: `must have an sslmode of ${SSL_MODES.join(', ')}`,
  });

const sslModeOf = (text: string): string => new URL(text).searchParams.get('sslmode') ?? 'disable';

export const databaseVariables = {
  DATABASE_URL: secret(postgresUrl()),
  MIGRATIONS: described(
    'data',
    z.enum(['run', 'wait'], 'must be run or wait').default('run'),
    '`wait`: a separate service runs no migrations and is not ready until `prepare-database` has migrated its schema',
  ),
};

/** Database connections of one process. `min`: what its queries need at the same time. */
export const poolVariables = (bounds: { min: number; default: number }) => ({
  DATABASE_POOL_SIZE: described(
    'data',
    integer({ ...bounds, max: 100 }),
    'database connections of each service; at least `5` of identity, `3` of telemetry, `2` of the others',
    '`10` of game and identity, `6` of telemetry, `5` of library, feedback and shows',
  ),
});
