import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceParent } from '../tracing/tracing.js';

export type { Logger } from 'pino';

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

/** Tokens, secrets of crew links, URL passwords, e-mail addresses. The lookbehinds keep the patterns linear. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=(?:[\w-]*-)?eyJ)[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}/gi, '$1.[hidden]'],
  [/(?<!\w)(\w+:\/\/[^\s:/@"]*):[^\s@/"]+@/g, '$1:[hidden]@'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
];

export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);

/** Ids only: never a name, an address or a token. */
export interface RequestIds {
  /** Same in all services: a command's own id, else that of the trace. */
  requestId?: string | undefined;
  traceId?: string | undefined;
  gameId?: string | undefined;
  userId?: string | undefined;
}

interface Request {
  readonly ids: RequestIds;
  readonly traceParent: TraceParent | undefined;
}

const running = new AsyncLocalStorage<Request>();

export const runWithRequestIds = <T>(ids: RequestIds, traceParent: TraceParent | undefined, work: () => T): T =>
  running.run({ ids, traceParent }, work);

export const currentIds = (): RequestIds | undefined => running.getStore()?.ids;

export const currentTraceParent = (): TraceParent | undefined => running.getStore()?.traceParent;

export function addRequestIds(more: RequestIds): void {
  const ids = currentIds();
  if (ids !== undefined) Object.assign(ids, more);
}

/** Parses `00-<trace>-<span>-<flags>`; the last flag means recorded. */
export function traceIdsOf(traceParent: TraceParent | undefined): Pick<RequestIds, 'requestId' | 'traceId'> {
  const [, id, , flags] = traceParent?.split('-') ?? [];
  if (id === undefined || flags === undefined) return {};
  return (Number.parseInt(flags, 16) & 1) === 1 ? { requestId: id, traceId: id } : { requestId: id };
}

export function idsOf(request: unknown, traceParent: TraceParent | undefined): RequestIds {
  const { commandId, gameId, userId, actor } = fieldsOf(request);
  const ids: RequestIds = traceIdsOf(traceParent);
  const user = userId ?? fieldsOf(actor)['userId'];
  if (typeof commandId === 'string') ids.requestId = commandId;
  if (typeof gameId === 'string') ids.gameId = gameId;
  if (typeof user === 'string') ids.userId = user;
  return ids;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
