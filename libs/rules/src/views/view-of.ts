import { questionAt, type QuestionPlace } from '../board.js';
import { QUEUE_SHOWN } from '../constants.js';
import type { UserId } from '../ids.js';
import type { Medium } from '../media/medium.js';
import { playerOf, visiblePlayers } from '../players.js';
import { reportedNames } from '../reported.js';
import { isUnreviewed, reviewed, settingsSeen, unreviewedOf } from '../reviewed.js';
import { joinCodeOf } from '../room.js';
import {
  type CurrentQuestion,
  type Game,
  type LastVerdict,
  type Buzz,
  type Player,
  type PlayingGame,
  type Question,
  type Settings,
} from '../state.js';
import type {
  CurrentView,
  GameView,
  OwnSeat,
  QuestionView,
  QueueEntry,
  LastVerdictView,
  RosterEntry,
  Secret,
  ViewKind,
} from '../views.js';
import { announcementsSeen } from '../announcements.js';
import { beforeVerdict, lockOf } from '../lock-outs.js';
import { isForPlayer, isSameSide, type Side, teamViews } from '../teams.js';
import { awardsOf } from './awards.js';
import { leaderOf, leadersOf, rankAmong } from './leaders.js';

function someAnnouncements(game: Game, kind: ViewKind): Pick<GameView, 'announcements'> {
  const announcements = announcementsSeen(game, kind);
  return announcements.length === 0 ? {} : { announcements };
}

function someUnreviewed(game: Game): Pick<GameView, 'unreviewed'> {
  const unreviewed = unreviewedOf(game);
  return unreviewed.length === 0 ? {} : { unreviewed };
}

function someReported(game: Game): Pick<GameView, 'reported'> {
  const reported = reportedNames(game);
  return reported.length === 0 ? {} : { reported };
}

export function viewOf(whole: Game, kind: ViewKind): GameView {
  const game = reviewed(whole, kind);
  const { gameId, moderatorId, moderatorName, moderatorLeft, deskDisconnected, musicDesk, createdAt, settings } = game;
  const current = currentOf(game);
  return {
    status: game.status,
    gameId,
    gameCode: joinCodeOf(game),
    moderatorId,
    moderatorName,
    moderatorLeft,
    ...(game.crew && { crew: game.crew }),
    ...(game.help && kind === 'full' && { help: game.help }),
    ...someAnnouncements(game, kind),
    ...(game.room && { room: game.room }),
    ...(game.paused && { paused: game.paused }),
    ...(game.heldStart && { heldStart: game.heldStart }),
    deskDisconnected,
    musicDesk,
    createdAt,
    startedAt: game.status === 'setup' ? null : game.startedAt,
    completedAt: game.status === 'completed' ? game.completedAt : null,
    ...finalEvidence(game),
    next: game.status === 'completed' ? game.next : null,
    settings: settingsSeen(settings, kind),
    categories: game.categories.map(({ id, name, questions }) => ({
      id,
      name,
      questions: questions.map((question) => questionView(game, question, kind)),
    })),
    current: current && currentView(game, current, kind),
    nextSelector: game.status === 'playing' ? named(game, game.nextSelectorId) : null,
    ...(game.status === 'playing' && game.nextTeam !== undefined && { nextTeam: game.nextTeam }),
    proposedQuestionId: game.status === 'playing' ? game.proposedQuestionId : null,
    lastVerdict: game.status === 'playing' && game.lastVerdict ? lastVerdictView(game, game.lastVerdict) : null,
    ...(game.status === 'playing' && game.chorus ? { chorus: game.chorus } : {}),
    scoreChanges:
      kind === 'full' ? game.scoreChanges.map((change) => ({ ...change, name: nameOf(game, change.playerId) })) : null,
    ...(kind === 'full' && { ...someUnreviewed(game), ...someReported(game) }),
    ...(game.sentOn && { sentOn: game.sentOn }),
    joiningLocked: game.joiningLocked,
    seatRequests: game.seatRequests.map(({ seatHash: _seatHash, deviceHash: _deviceHash, ...seen }) => seen),
    playerCount: visiblePlayers(game).length,
    activeCount: game.players.filter((player) => player.isActive).length,
    leaders: leadersOf(game),
    ...teamViews(game),
    ...awardsOf(game),
    timeTrialMode: game.timeTrialMode,
    timeTrialUpdatedAt: game.timeTrialUpdatedAt,
    lastAction: game.lastAction,
  };
}

function questionView(game: Game, question: Question, kind: ViewKind): QuestionView {
  const { id, points, answered, answeredBy, answeredCorrectly } = question;
  const answeredByName = answeredBy === null ? null : nameOf(game, answeredBy);
  const secret = kind === 'full' || answered ? secretOf(question) : null;
  const verdicts =
    kind === 'full'
      ? question.verdicts.map(({ elapsedSeconds: _elapsedSeconds, heardMs: _heardMs, ...verdict }) => ({
          ...verdict,
          name: nameOf(game, verdict.playerId),
        }))
      : null;
  return { id, points, answered, answeredBy, answeredByName, answeredCorrectly, secret, verdicts };
}

function lastVerdictView(game: Game, last: LastVerdict): LastVerdictView {
  const { version, playerId, team, correct, gain, round } = last;
  const name = playerId === null ? null : nameOf(game, playerId);
  return {
    ...{ version, questionId: round.questionId, playerId, name, correct, gain },
    ...(team !== undefined && { team }),
  };
}

export function currentView(game: Game, current: CurrentQuestion, kind: ViewKind): CurrentView {
  const {
    answerQueue,
    wrong: _wrong,
    wrongTeams: _wrongTeams,
    right: _right,
    lockOuts: _lockOuts,
    runningSince: _runningSince,
    hold,
    doubts,
    ...shared
  } = current;
  const question = questionAt(game, current);
  return {
    ...shared,
    ...(hold && { hold: { version: hold.version } }),
    queue: answerQueue.slice(0, QUEUE_SHOWN).map((buzz) => queueEntry(game, buzz)),
    queueLength: answerQueue.length,
    medium: question === null ? null : audibleMedium(question.medium, kind, game.settings),
    attemptedBy: kind === 'full' ? (question?.attemptedBy ?? []) : null,
    ...(kind === 'full' && doubts && { doubts }),
  };
}

/** As the player has it, who gets the stand-in of an unreviewed name like all others. */
export const seatOf = (game: Game, userId: UserId): OwnSeat | null => seatIn(reviewed(game, 'player'), userId);

export function seatIn(game: Game, userId: UserId): OwnSeat | null {
  const player = playerOf(game, userId);
  if (player === null) return null;
  const { id, seat, name, score, isActive } = player;
  return {
    id,
    seat,
    name,
    score,
    isActive,
    ...(player.team !== undefined && { team: player.team }),
    ...(player.reserved && { reserved: true as const }),
    ...(player.sentTo && { sentTo: player.sentTo }),
    place: placeFor(playedOf(game)?.current?.answerQueue ?? [], player),
    out: isOut(game, userId),
    ...lockOf(playedOf(game)?.current ?? null, sideOf(player)),
    rank: rankAmong(visiblePlayers(game), player.score),
    removed: player.removed,
    beforeVerdict: beforeVerdictOf(game, player),
    ...(isUnreviewed(game, userId) && { unreviewed: true as const }),
  };
}

function beforeVerdictOf(game: Game, player: Player): OwnSeat['beforeVerdict'] {
  const played = playedOf(game);
  if (played?.current !== null || played.lastVerdict === null) return null;
  const { round } = played.lastVerdict;
  const place = placeFor(round.answerQueue, player);
  const out = isOutOf(round, sideOf(player), game.settings);
  return beforeVerdict({ place, out, ...lockOf(round, sideOf(player)) });
}

export function placeIn(queue: readonly Buzz[], playerId: UserId | null): number | null {
  const index = queue.findIndex((buzz) => buzz.playerId === playerId);
  return index < 0 ? null : index + 1;
}

/** The place of the buzz that counts for this player, their own or their team's. */
function placeFor(queue: readonly Buzz[], player: Player): number | null {
  const index = queue.findIndex((buzz) => isForPlayer(buzz, player));
  return index < 0 ? null : index + 1;
}

export function placeOf(queue: readonly Buzz[], side: Side | null): number | null {
  const index = side === null ? -1 : queue.findIndex((buzz) => isSameSide(buzz, side));
  return index < 0 ? null : index + 1;
}

const sideOf = ({ id, team }: Player): Side => ({ playerId: id, team });

const wasWrong = ({ wrong, wrongTeams }: CurrentQuestion, { playerId, team }: Side): boolean =>
  team === undefined ? wrong.includes(playerId) : wrongTeams?.includes(team) === true;

const isOutOf = (round: CurrentQuestion, side: Side, { attempts }: Settings): boolean =>
  (attempts === 'once' && wasWrong(round, side)) || round.right?.some((one) => isSameSide(one, side)) === true;

/** Whether this side may not buzz again on the current question. */
export function isOutFor(game: Game, side: Side): boolean {
  const current = playedOf(game)?.current ?? null;
  return current !== null && isOutOf(current, side, game.settings);
}

export const isOut = (game: Game, playerId: UserId): boolean =>
  isOutFor(game, { playerId, team: playerOf(game, playerId)?.team });

export const rosterOf = (game: Game, afterSeat: number, limit: number): RosterEntry[] =>
  game.players
    .filter(({ seat, removed }) => seat > afterSeat && removed === null)
    .slice(0, Math.max(0, limit))
    .map((player) => ({
      ...leaderOf(player),
      joinedAt: player.joinedAt,
      leftAt: player.leftAt,
      ...(player.team !== undefined && { team: player.team }),
      ...(player.reserved && { reserved: true as const }),
    }));

export const secretOf = ({ medium, youtubeSongName, answer }: Secret): Secret => ({ medium, youtubeSongName, answer });

/** Players get what they must play themselves and nothing else; a stage plays nothing. */
function audibleMedium(medium: Medium, kind: ViewKind, settings: Settings): Medium | null {
  if (kind === 'full') return medium;
  return kind === 'player' && settings.musicOn === 'players' ? medium : null;
}

export const queueEntry = (game: Game, buzz: Buzz): QueueEntry => ({ ...buzz, name: nameOf(game, buzz.playerId) });

/** What is being played, or was when the game ended: seats keep their place in it, as the end may be undone. */
const playedOf = (game: Game): Pick<PlayingGame, 'current' | 'lastVerdict'> | null =>
  game.status === 'playing' ? game : game.status === 'completed' ? game.ended : null;

export const currentOf = (game: Game): CurrentQuestion | null => (game.status === 'playing' ? game.current : null);

export const nameOf = (game: Game, playerId: UserId): string => playerOf(game, playerId)?.name ?? '';

/** What a kind of view plays of a question. */
export function mediumFor(game: Game, where: QuestionPlace | null, kind: ViewKind): Medium | null {
  const question = where && questionAt(game, where);
  return question && audibleMedium(question.medium, kind, game.settings);
}

export function named(game: Game, id: UserId | null): { readonly id: UserId; readonly name: string } | null {
  if (id === null) return null;
  return { id, name: id === game.moderatorId ? game.moderatorName : nameOf(game, id) };
}

/** Of a game that is over. */
export const finalEvidence = ({ status, evidence }: Pick<Game, 'status' | 'evidence'>): Pick<GameView, 'evidence'> =>
  status === 'completed' && evidence !== undefined ? { evidence } : {};
