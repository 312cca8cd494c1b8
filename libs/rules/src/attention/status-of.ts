import { songHeardMs } from '../clock.js';
import { canJudge, membersOf } from '../rights.js';
import type { CurrentQuestion, Game, GameRoom } from '../state.js';
import { playerOf } from '../players.js';
import { reviewed } from '../reviewed.js';
import { isRoomItself } from '../room.js';
import { leadersOf } from '../views/leaders.js';
import type { RoomStatus } from './status.js';

/** Who is connected, by the owner of the game. Times in ms since the epoch. */
export interface RoomPresence {
  readonly users: ReadonlySet<string>;
  /** Since when no one who can judge has been connected; null while someone is. */
  readonly crewAwaySince: number | null;
  readonly slowestBuzzMs: number | null;
  /** The network of the event that most of them are or were in. */
  readonly network?: string | null;
  readonly now: number;
}

/** A report of a length is rounded to 5 s, and the last second may be silent. */
const END_WITHIN_MS = 6_000;

/**
 * What operators see of a game that is placed in a room.
 * @param before the last status of the same game, from which times go on that the state does not have
 */
export function statusOf(
  game: Game & { readonly room: GameRoom },
  presence: RoomPresence,
  before: RoomStatus | null,
): RoomStatus {
  const { room, players } = game;
  // The staff of an event sees what the stage shows.
  const shown = reviewed(game, 'stage');
  const current = game.status === 'playing' ? game.current : null;
  const [leader] = leadersOf(shown);
  const seated = players.filter(({ isActive, removed }) => isActive && removed === null);
  const connected = seated.filter(({ id }) => presence.users.has(id)).length;
  const crew = membersOf(game).filter((member) => canJudge(member) && presence.users.has(member.id)).length;
  return {
    showId: room.showId,
    roomId: room.roomId,
    gameId: game.gameId,
    createdAt: game.createdAt,
    state: game.status,
    ...(game.status !== 'setup' && game.startedAt !== null && { startedAt: game.startedAt }),
    lastActionAt: game.lastAction.at,
    ...questionsOf(game, current),
    ...(current && { questionId: current.questionId }),
    ...(leader && { leader: { name: leader.name, points: leader.score } }),
    ...{ seated: seated.length, connected, crew },
    ...(presence.network && { network: presence.network }),
    ...membersIn(game, presence),
    ...(game.paused && { pausedSince: game.paused.since }),
    ...heldStartOf(game),
    ...(game.joiningLocked && { joiningLocked: true }),
    ...(game.status === 'playing' && {
      ...crewAwayOf(game, presence, before),
      ...(connected * 2 < seated.length && { offlineSince: before?.offlineSince ?? presence.now }),
    }),
    ...(current && { ...waitingOf(shown, current), ...songOf(game, current, presence.now, before) }),
    ...(presence.slowestBuzzMs !== null && { slowestBuzzMs: Math.max(0, Math.round(presence.slowestBuzzMs)) }),
    ...(game.help && {
      help: { ...{ category: game.help.category, text: game.help.text, name: game.help.name }, since: game.help.at },
    }),
  };
}

/** The room itself is no person. */
function membersIn(game: Game, { users }: RoomPresence): Pick<RoomStatus, 'members'> {
  const members = membersOf(game).flatMap(({ id, name, suspended }) =>
    isRoomItself(game, id)
      ? []
      : [
          {
            id,
            name,
            ...(users.has(id) && { connected: true as const }),
            ...(suspended && { suspended: true as const }),
          },
        ],
  );
  return members.length === 0 ? {} : { members };
}

function heldStartOf({ status, heldStart }: Game): Pick<RoomStatus, 'startHeldSince' | 'startReleasedAt'> {
  if (status !== 'setup' || heldStart === undefined) return {};
  const { since, until } = heldStart;
  return until === undefined ? { startHeldSince: since } : { startReleasedAt: until };
}

function questionsOf(game: Game, current: CurrentQuestion | null) {
  let question = 0;
  let questions = 0;
  for (const category of game.categories)
    for (const { id, answered } of category.questions) {
      questions += 1;
      if (answered || id === current?.questionId) question += 1;
    }
  return { question, questions };
}

/** A room that no person has taken has no crew that could be away. */
function crewAwayOf(game: Game, { crewAwaySince, now }: RoomPresence, before: RoomStatus | null) {
  const isTaken = membersOf(game).some((member) => !isRoomItself(game, member.id));
  if (game.moderatorLeft)
    return { crewAwaySince: before?.crewAwaySince ?? crewAwaySince ?? now, crewLeft: true as const };
  return crewAwaySince === null || !isTaken ? {} : { crewAwaySince };
}

/** The first in the queue has waited since the buzz, the verdict on who was first before, or the end of a pause. */
function waitingOf(game: Game, { answerQueue, runningSince }: CurrentQuestion) {
  const [first] = answerQueue;
  if (first === undefined) return { openSince: runningSince };
  const verdictAt = (game.status === 'playing' ? game.lastVerdict?.at : undefined) ?? 0;
  return { buzzSince: Math.max(first.at, verdictAt, runningSince), buzzer: playerOf(game, first.playerId)?.name ?? '' };
}

function songOf(game: Game, current: CurrentQuestion, now: number, before: RoomStatus | null) {
  if (current.musicPaused || game.deskDisconnected || game.paused !== undefined) return { song: 'paused' as const };
  if (current.sounding !== false) return { song: 'plays' as const };
  const { songLengthMs } = current;
  const isAtEnd = songLengthMs !== null && songHeardMs(current, now) >= songLengthMs - END_WITHIN_MS;
  if (isAtEnd) return { song: 'over' as const };
  const isSame = before?.questionId === current.questionId;
  return { song: 'silent' as const, silentSince: (isSame ? before.silentSince : undefined) ?? game.updatedAt };
}
