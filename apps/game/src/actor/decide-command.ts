import { createHash, randomInt } from 'node:crypto';
import {
  decide,
  evolve,
  type AnyCommand,
  type Context,
  type Decision,
  type GameEvent,
  type GameId,
  type GameState,
} from '@earworm/rules';
import type { Span, SpanFields, Tracing } from '@earworm/service-kit/tracing';
import { gameIdFor } from '../codes/codes.js';
import type { LogRow } from '../log/append.js';
import { encodeEvent, type EncodedEvent } from './encoded-events.js';
import type { Envelope } from './mailbox.js';
import type { Position } from './rehydrate.js';

/** A version that is decided and not committed: nothing may show it yet. */
export interface Uncommitted extends Position {
  readonly encoded: EncodedEvent;
}

/** Time never goes back: a buzz counts from when the gateway received it, but not from before the last event. */
export function decideCommand(gameId: GameId, { state }: Position, envelope: Envelope, clockNow: number): Decision {
  const { command, issuer, receivedAt, device } = envelope;
  const at = command.type === 'buzz' ? Math.min(receivedAt, clockNow) : clockNow;
  return decide(state, command, {
    now: Math.max(state.status === 'none' ? 0 : state.updatedAt, at),
    actor: issuer,
    seatHash: seatHashOf(gameId, command, device),
    deviceHash: device === undefined ? null : sha256(`${gameId}:device:${device}`),
    gameId,
    ...(command.type === 'buzz' && holdsBuzzes(state) && ofHeldBuzz(envelope, clockNow)),
    // Derived from the request: a moderator cannot lead players into another moderator's game.
    nextGameId: command.type === 'playAgain' ? gameIdFor(issuer.userId, command.requestId) : null,
  });
}

const holdsBuzzes = (state: GameState): boolean => state.status === 'playing' && state.settings.buzzOrder != null;

/** Held buzzes are ordered by their own times, which may be from before the last event. */
const ofHeldBuzz = ({ receivedAt, timing }: Envelope, clockNow: number): Partial<Context> => ({
  receivedAt: Math.min(receivedAt, clockNow),
  seed: randomInt(2 ** 32),
  ...(timing && { timing }),
});

/** Commands of the server itself are not retried, so their ids are not kept, but for those of a caller who repeats them. */
export const isRepeatable = ({ issuer, mayRepeat }: Envelope): boolean => !issuer.isServer || mayRepeat === true;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Salted with the game, so that seats of two games never have the same hash. The secret itself is never logged. A browser
 * that stores nothing has no secret to show again: its signed device cookie stands for it, for the same name only, as
 * others may use that browser.
 */
function seatHashOf(gameId: string, command: AnyCommand, device: string | undefined): string | null {
  if (command.type !== 'joinGame' && command.type !== 'requestSeat') return null;
  if (command.seatSecret !== undefined) return sha256(`${gameId}:${command.seatSecret}`);
  if (device === undefined) return null;
  return sha256(JSON.stringify([gameId, device, command.name.normalize('NFKC').trim().toLowerCase()]));
}

export function applyEvents(
  { gameId, epoch }: { readonly gameId: GameId; readonly epoch: number },
  from: Position,
  events: readonly GameEvent[],
  envelope?: Envelope,
): { readonly rows: readonly LogRow[]; readonly versions: readonly Uncommitted[]; readonly position: Position } {
  const sender = envelope && isRepeatable(envelope) ? envelope : undefined;
  const userId = sender?.issuer.userId ?? null;
  const commandId = sender?.commandId ?? null;
  const rows: LogRow[] = [];
  const versions: Uncommitted[] = [];
  let { version, state } = from;
  for (const event of events) {
    const before = state;
    const after = evolve(before, event);
    if (after.status === 'none') throw new Error(`"${event.type}" left no game`);
    state = after;
    version += 1;
    rows.push({ gameId, version, userId, commandId, event: JSON.stringify(event), at: event.at, epoch });
    versions.push({ version, state, encoded: encodeEvent(before, event, after, version) });
  }
  return { rows, versions, position: { version, state } };
}

export function startSpan(
  { dependencies, gameId }: { readonly dependencies: { readonly tracing: Tracing }; readonly gameId: GameId },
  name: 'decide' | 'append',
  { traceParent: parent, command }: Envelope,
  more?: SpanFields,
): Span | undefined {
  if (parent === undefined) return undefined;
  const fields = { 'game.id': gameId, 'command.type': command.type, ...more };
  return dependencies.tracing.start(name, { parent, fields });
}
