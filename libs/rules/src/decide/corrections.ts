import type { Command } from '../commands.js';
import type { GameEvent } from '../events.js';
import { cleanName } from '../names.js';
import { playerOf } from '../players.js';
import { gainFor } from '../points.js';
import type { Game, Player } from '../state.js';
import { cleanText } from '../texts.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';
import { nameHeld } from './people.js';
import { requestsEnded, requestsEndedByBan } from './requests-ended.js';

type The<T extends Command['type']> = Command & { type: T };

/** The last verdict, until the next question is selected. */
export function undoVerdict({ game, at }: Turn, { verdict }: The<'undoVerdict'>): Decision {
  const last = game.status === 'playing' ? game.lastVerdict : null;
  if (last?.version !== verdict) return rejected('no-verdict-to-undo');
  const { questionId } = last.round;
  // Not a unary minus: that would make -0, which JSON does not keep.
  return accepted({ type: 'verdictUndone', at, verdict, questionId, playerId: last.playerId, gain: 0 - last.gain });
}

/** A verdict on a question that is over, judged the other way. Who picks and what is played stay as they are. */
export function changeVerdict({ game, at }: Turn, command: The<'changeVerdict'>): Decision {
  const { questionId, verdict, correct } = command;
  const question = game.categories.flatMap(({ questions }) => questions).find(({ id }) => id === questionId);
  const given = question?.verdicts.find(({ version }) => version === verdict);
  if (question === undefined || given === undefined) return rejected('verdict-not-found');
  if (!question.answered) return rejected('question-in-play');
  if (given.correct === correct) return NO_CHANGE;
  const reason = cleanText(command.reason);
  if (reason === '') return rejected('reason-required');
  const { playerId, elapsedSeconds } = given;
  const gain = gainFor({ correct, points: question.points, elapsedSeconds }) - given.gain;
  return accepted({ type: 'verdictChanged', at, verdict, questionId, playerId, correct, gain, reason });
}

export function changeScore({ game, at }: Turn, { playerId, gain, ...command }: The<'changeScore'>): Decision {
  if (shownPlayer(game, playerId) === null) return rejected('player-not-found');
  if (gain === 0) return NO_CHANGE;
  const reason = cleanText(command.reason);
  return reason === '' ? rejected('reason-required') : accepted({ type: 'scoreChanged', at, playerId, gain, reason });
}

export function renamePlayer({ game, at }: Turn, { playerId, name: typed }: The<'renamePlayer'>): Decision {
  const player = shownPlayer(game, playerId);
  if (player === null) return rejected('player-not-found');
  const cleaned = cleanName(typed);
  if ('refused' in cleaned) return rejected(cleaned.refused);
  const { name } = cleaned;
  if (name === player.name) return NO_CHANGE;
  const held = nameHeld(game, name, playerId);
  return held === null ? accepted({ type: 'playerNameSet', at, playerId, name }) : rejected(held);
}

/** Somebody who was removed may be banned afterwards; removed once more, they are banned no longer and may join again. */
export function removePlayer({ game, at }: Turn, { playerId, ban }: The<'removePlayer'>): Decision {
  const player = playerOf(game, playerId);
  if (player === null) return rejected('player-not-found');
  if (player.removed === (ban ? 'banned' : 'removed')) return NO_CHANGE;
  // Nobody asks for a seat that was taken out of the game, and nobody who is banned asks for one.
  const ends = ban
    ? requestsEndedByBan(game, at, [playerId])
    : requestsEnded(game, at, true, ({ seat }) => seat === player.seat);
  return accepted(...ends, { type: ban ? 'playerBanned' : 'playerRemoved', at, playerId });
}

export const lockJoining = ({ game, at }: Turn, { locked }: The<'lockJoining'>): Decision =>
  game.joiningLocked === locked ? NO_CHANGE : accepted({ type: 'joiningLocked', at, locked });

/** One person under two user ids: the ban of one is that of both. Null when neither is banned. */
export function banShared({ bans }: Game, at: number, ids: readonly Player['id'][]): GameEvent[] | null {
  const others = ids.filter((id) => !bans.users.includes(id));
  if (others.length === ids.length) return null;
  return others.map((playerId) => ({ type: 'playerBanned', at, playerId }));
}

function shownPlayer(game: Game, id: Player['id']): Player | null {
  const player = playerOf(game, id);
  return player?.removed === null ? player : null;
}
