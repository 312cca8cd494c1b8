import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { currentIds } from './request-ids.js';

export interface LogOptions {
  readonly level?: Level | 'silent';
  readonly to?: DestinationStream;
}

const SECRET_FIELDS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'email',
  'secret',
  'seatSecret',
  'stageKey',
];
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

export function createLog(name: string, { level = 'info', to }: LogOptions = {}): Logger {
  const options = {
    name,
    level,
    base: { name },
    mixin: () => ({ ...currentIds() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: plainError },
    redact: { paths: REDACTED, censor: '[hidden]' },
    hooks: { streamWrite: scrub },
  };
  return to ? pino(options, to) : pino(options);
}

/** Libraries attach whole connections and queries to errors; only these fields are logged. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

/** Tokens, URL passwords, e-mail addresses. The lookbehinds keep the patterns linear. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=(?:[\w-]*-)?eyJ)[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?<!\w)(\w+:\/\/[^\s:/@"]*):[^\s@/"]+@/g, '$1:[hidden]@'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
];

export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
