import { type QuestionPlace, withQuestion } from './board.js';
import { queueEmptied } from './clock.js';
import { QUEUE_SHOWN } from './constants.js';
import type { UserId } from './ids.js';
import { beforeVerdict, seatInRound } from './lock-outs.js';
import { conditionsOf } from './playback.js';
import type { Buzz, CurrentQuestion, Game, Hold, LastVerdict, Settings } from './state.js';
import { isSameSide } from './teams.js';
import type { CurrentView, GameView, OwnSeat, QueueEntry } from './views.js';
import { currentOf, placeIn, queueEntry } from './views/view-of.js';

/** The round without this player in the queue; when that leaves it empty, music and clock run again. */
export function outOfQueue(game: Game, current: CurrentQuestion, playerId: UserId, at: number): CurrentQuestion {
  // The hold continues, also without any: it ends by the order alone.
  if (current.hold?.buzzes.some((buzz) => buzz.playerId === playerId) === true)
    return { ...current, hold: { ...current.hold, buzzes: heldWithout(current.hold, playerId) } };
  const answerQueue = current.answerQueue.filter((buzz) => buzz.playerId !== playerId);
  if (answerQueue.length === current.answerQueue.length) return current;
  if (answerQueue.length > 0) return { ...current, answerQueue };
  return { ...queueEmptied(current, at, conditionsOf(game, 0)), answerQueue, runningSince: at };
}

const heldWithout = ({ buzzes }: Hold, playerId: UserId) => buzzes.filter((buzz) => buzz.playerId !== playerId);

/**
 * Who waits in the queue and drew lots with this buzz, where the settings let all of them answer. An undo may have put draws
 * of several holds into one queue: their first buzzes differ.
 */
function tiedWith(queue: readonly Buzz[], buzz: Buzz, { buzzOrder }: Pick<Settings, 'buzzOrder'>): Buzz[] {
  const { evidence } = buzz;
  if (buzzOrder?.ties !== 'allAnswer' || evidence?.lot === undefined) return [];
  const firstAt = buzz.at - evidence.behindMs;
  return queue.filter(
    ({ at, evidence: other, playerId }) =>
      playerId !== buzz.playerId &&
      other !== undefined &&
      other.lot === evidence.lot &&
      at - other.behindMs === firstAt,
  );
}

/** Whether some were right, and of those who were level with them none is left to answer. */
export const areTiesOver = ({ right: [first] = [], answerQueue }: CurrentQuestion, settings: Settings): boolean =>
  first !== undefined && tiedWith(answerQueue, first, settings).length === 0;

/** The game in which these players have buzzed on this question. */
export const attempted = <G extends Game>(game: G, where: QuestionPlace, ...players: readonly UserId[]): G =>
  withQuestion(game, where, (question) => {
    const { attemptedBy } = question;
    const added = players.filter((id) => !attemptedBy.includes(id));
    return added.length === 0 ? question : { ...question, attemptedBy: [...attemptedBy, ...added] };
  });

/** A buzz after a wrong answer: had the verdict not been given, it would stand behind those who waited then. */
export function buzzedSince(last: LastVerdict | null, added: Buzz): LastVerdict | null {
  if (last === null || last.round.answerQueue.some((buzz) => isSameSide(buzz, added))) return last;
  return { ...last, round: { ...last.round, answerQueue: [...last.round.answerQueue, added] } };
}

/** What a view needs to know of a player who goes out of the queue. */
export interface OutOfQueue {
  readonly playerId: UserId;
  /** From 1; null when not in it. */
  readonly place: number | null;
  /** For which the buzz counted. */
  readonly team?: number;
  /** Who moves up into the part of the queue that is shown. */
  readonly fill: QueueEntry | null;
  readonly at: number;
}

export function outOfVisibleQueue(
  view: GameView,
  current: CurrentView,
  { playerId, place, fill, at }: OutOfQueue,
): CurrentView {
  if (place === null) return current;
  const rest = current.queue.filter((entry) => entry.playerId !== playerId);
  const queue = fill === null ? rest : [...rest, fill];
  const queueLength = current.queueLength - 1;
  return { ...(queueLength > 0 ? current : queueEmptied(current, at, conditionsOf(view, 0))), queue, queueLength };
}

/** Who comes into the shown part of the queue when this player goes out of it. */
export function filling(before: Game, after: Game, playerId: UserId): QueueEntry | null {
  const place = placeIn(currentOf(before)?.answerQueue ?? [], playerId);
  const last = currentOf(after)?.answerQueue[QUEUE_SHOWN - 1];
  return place !== null && place <= QUEUE_SHOWN && last !== undefined ? queueEntry(after, last) : null;
}

/** A place in the queue after the one at `freed` was freed. */
export const movedUp = (place: number | null, freed: number | null): number | null =>
  place !== null && freed !== null && freed < place ? place - 1 : place;

/** Between questions no player waits; an undo gives back who did. */
export const roundOver = (seat: OwnSeat): OwnSeat => ({
  ...seatInRound(seat, { place: null, out: false }),
  beforeVerdict: beforeVerdict(seat),
});
