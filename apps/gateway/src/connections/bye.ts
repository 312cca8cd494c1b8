import { CLOSE_CODES, type CloseReason, type ErrorCode } from '@earworm/contracts';
import type { Connection } from './connection.js';

/** A goodbye that a stalled reader does not take is not waited for. */
const TAKEN_WITHIN_MS = 2_000;

/** Between which ms from now it may come back; null: not at all. */
type Retry = readonly [number, number] | null;

/** What each reason tells the client. */
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

/** The only way this side ends a connection: says why and when to come back, closes with the reason's own code. */
export function sayBye(connection: Connection, reason: CloseReason, retry: Retry = BYES[reason].retry): void {
  if (!connection.open) return;
  const { code } = BYES[reason];
  const retryInMs = retry === null ? null : Math.round(retry[0] + Math.random() * (retry[1] - retry[0]));
  connection.say({ type: 'bye', code, retryInMs });
  connection.closedFor = reason;
  connection.cursor.stop();
  connection.line.close(CLOSE_CODES[reason], reason);
  setTimeout(() => connection.line.cut(), TAKEN_WITHIN_MS).unref();
}
