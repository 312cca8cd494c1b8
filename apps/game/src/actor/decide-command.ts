import { createHash } from 'node:crypto';
import { gameIdFor } from '../codes/game-id-for.js';
import { decide, type AnyCommand, type Decision, type GameId } from '@earworm/rules';
import type { Envelope } from './mailbox.js';
import type { Position } from './rehydrate.js';

/** The seat's secret never reaches the log: what is kept is its hash, salted with the game so that no two games share one. */
function seatHashOf(gameId: string, command: AnyCommand): string | null {
  if (command.type !== 'joinGame' && command.type !== 'requestSeat') return null;
  if (command.seatSecret === undefined) return null;
  return createHash('sha256').update(`${gameId}:${command.seatSecret}`).digest('hex');
}

/** A device is known again within one game only. */
const deviceHashOf = (gameId: string, device: string | undefined): string | null =>
  device === undefined ? null : createHash('sha256').update(`${gameId}:device:${device}`).digest('hex');

/**
 * Asks the rules. Time never goes back within a game: a press counts from when the gateway received it, but not from
 * before the last event, so never from before its question.
 */
export function judge(gameId: GameId, { state }: Position, envelope: Envelope, clockNow: number): Decision {
  const { command, issuer, pressedAt, device } = envelope;
  const pressed = command.type === 'buzz' ? Math.min(pressedAt, clockNow) : clockNow;
  const now = Math.max(state.status === 'none' ? 0 : state.updatedAt, pressed);
  const [seatHash, deviceHash] = [seatHashOf(gameId, command), deviceHashOf(gameId, device)];
  // Made from the request, so that nobody can lead others into a game that is not their own.
  const nextGameId = command.type === 'playAgain' ? gameIdFor(issuer.userId, command.requestId) : null;
  return decide(state, command, { now, actor: issuer, seatHash, deviceHash, gameId, nextGameId });
}
