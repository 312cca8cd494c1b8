import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceParent } from '../tracing/port.js';

/** What a log line belongs to. Ids of ours only: never a name, an address or a token. */
export interface RequestIds {
  /** The same in every service that works on the request: of a command its own id, else that of its trace. */
  requestId?: string | undefined;
  /** Where a collector keeps it. */
  traceId?: string | undefined;
  gameId?: string | undefined;
  userId?: string | undefined;
}

interface Request {
  readonly ids: RequestIds;
  /** Goes along with whatever is asked of other services. */
  readonly traceParent: TraceParent | undefined;
}

const running = new AsyncLocalStorage<Request>();

/** Every line that is written while the work goes on, and what it awaits, carries the ids. */
export const runAsRequest = <T>(ids: RequestIds, traceParent: TraceParent | undefined, work: () => T): T =>
  running.run({ ids, traceParent }, work);

/** The ids of what runs now; undefined outside of any request. */
export const currentIds = (): RequestIds | undefined => running.getStore()?.ids;

export const currentTraceParent = (): TraceParent | undefined => running.getStore()?.traceParent;

/** What is only known on the way: who asks, of which game. Without effect outside of a request. */
export function learnIds(more: RequestIds): void {
  const ids = currentIds();
  if (ids !== undefined) Object.assign(ids, more);
}

/** `00-<trace>-<span>-<flags>`; recorded, and so of use to a reader of the log, only with the last flag. */
export function traceIdsOf(traceParent: TraceParent | undefined): Pick<RequestIds, 'requestId' | 'traceId'> {
  const [, id, , flags] = traceParent?.split('-') ?? [];
  if (id === undefined || flags === undefined) return {};
  return (Number.parseInt(flags, 16) & 1) === 1 ? { requestId: id, traceId: id } : { requestId: id };
}

/** Ids in the request of a call, by the names that they have in every contract. */
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
