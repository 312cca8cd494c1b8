import { createHash } from 'node:crypto';
import { decide, type AnyCommand, type GameEvent, type GameId, type Rejection } from '@earworm/rules';
import type { Letter } from './mailbox.js';
import type { Position } from './revive.js';

export type Verdict =
  | { readonly kind: 'events'; readonly events: readonly GameEvent[] }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The seat's secret never reaches the log: what is kept is its hash, salted with the game so that no two games share one. */
function seatHashOf(gameId: string, command: AnyCommand): string | null {
  if (command.type !== 'joinGame' || command.seatSecret === undefined) return null;
  return createHash('sha256').update(`${gameId}:${command.seatSecret}`).digest('hex');
}

/**
 * Asks the rules. Time never goes back within a game: a press counts from when the gateway received it, but not from
 * before the last event, so never from before its question. An exception of the rules is a bug and fails this command only.
 */
export function judge(gameId: GameId, position: Position, letter: Letter, clockNow: number): Verdict {
  const { state } = position;
  const pressed = letter.command.type === 'buzz' ? Math.min(letter.pressedAt, clockNow) : clockNow;
  const now = Math.max(state.status === 'none' ? 0 : state.updatedAt, pressed);
  try {
    const seatHash = seatHashOf(gameId, letter.command);
    const decision = decide(state, letter.command, { now, actor: letter.giver, seatHash, gameId });
    if (decision.ok) return { kind: 'events', events: decision.events };
    return { kind: 'rejected', rejection: decision.rejection };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
