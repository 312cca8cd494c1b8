import { CLOSE_CODES, type CloseReason, type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Connection } from './connection.js';
import { setTimeout as wait } from 'node:timers/promises';

/** A reader that has stalled for this long is terminated. */
const TAKEN_WITHIN_MS = 2_000;

type Retry = readonly [number, number] | null;

const BYES: Record<CloseReason, { code: ErrorCode; retry: Retry }> = {
  'no-hello': { code: 'bad-request', retry: [1_000, 5_000] },
  'bad-frame': { code: 'bad-request', retry: [2_000, 8_000] },
  'unknown-frame': { code: 'bad-request', retry: [2_000, 8_000] },
  flood: { code: 'busy', retry: [2_000, 8_000] },
  unauthenticated: { code: 'unauthenticated', retry: null },
  forbidden: { code: 'forbidden', retry: null },
  'game-not-found': { code: 'game-not-found', retry: null },
  'protocol-too-old': { code: 'bad-request', retry: null },
  'too-slow': { code: 'busy', retry: [500, 2_000] },
  silent: { code: 'retry', retry: [0, 1_000] },
  'token-expired': { code: 'token-expired', retry: null },
  busy: { code: 'busy', retry: [500, 3_000] },
  'going-away': { code: 'unavailable', retry: [250, 1_500] },
  replaced: { code: 'forbidden', retry: null },
};

/** The only way this side closes a socket: sends `bye`, then closes with the reason's code. */
export function sendBye(connection: Connection, reason: CloseReason, retry: Retry = BYES[reason].retry): void {
  if (!connection.open) return;
  const { code } = BYES[reason];
  const retryInMs = retry === null ? null : Math.round(retry[0] + Math.random() * (retry[1] - retry[0]));
  connection.send({ type: 'bye', code, retryInMs });
  connection.closedFor = reason;
  connection.cursor.stop();
  connection.onBye();
  connection.writer.close(CLOSE_CODES[reason], reason);
  setTimeout(() => connection.writer.terminate(), TAKEN_WITHIN_MS).unref();
}

/** For the last `bye` to arrive. */
const FLUSH_MS = 100;

const BACK_WITHIN_MS = 250;
const SPREAD_MS = 1_500;

/** Closes all sockets spread over `withinMs`, so that they do not reconnect at the same moment. */
export async function drain(connections: ReadonlySet<Connection>, withinMs: number): Promise<void> {
  const leaving = [...connections];
  if (leaving.length === 0) return;
  const retry = [0, Math.max(BACK_WITHIN_MS, SPREAD_MS - withinMs)] as const;
  const timers = leaving.map((connection) =>
    setTimeout(() => sendBye(connection, 'going-away', retry), Math.random() * withinMs),
  );
  const until = performance.now() + withinMs;
  while (connections.size > 0 && performance.now() < until) await wait(Math.min(20, withinMs));
  for (const timer of timers) clearTimeout(timer);
  for (const connection of connections) sendBye(connection, 'going-away', retry);
  if (connections.size > 0) await wait(FLUSH_MS);
}

const REASONS: Partial<Record<ErrorCode, CloseReason>> = {
  unauthenticated: 'unauthenticated',
  'token-expired': 'token-expired',
  forbidden: 'forbidden',
  'game-not-found': 'game-not-found',
  'bad-request': 'protocol-too-old',
};

export function closeReasonOf(error: unknown): CloseReason {
  return (error instanceof RefusedError ? REASONS[error.code] : undefined) ?? 'busy';
}
