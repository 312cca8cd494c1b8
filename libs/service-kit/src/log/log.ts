import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { plainError } from './plain-error.js';
import { currentIds } from './request-ids.js';
import { scrub } from './scrub.js';

export interface LogOptions {
  /** Default `info`. */
  readonly level?: Level | 'silent';
  /** Default: standard output. */
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
/** As deep as our own objects go; what hides deeper is caught by its shape in `scrub`. */
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** One JSON object per line, bound to the service's name. */
export function createLog(name: string, { level = 'info', to }: LogOptions = {}): Logger {
  const options = {
    name,
    level,
    base: { name },
    // Asked only for a line that is written.
    mixin: () => ({ ...currentIds() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: plainError },
    redact: { paths: REDACTED, censor: '[hidden]' },
    hooks: { streamWrite: scrub },
  };
  return to ? pino(options, to) : pino(options);
}
