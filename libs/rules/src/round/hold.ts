import { z } from 'zod';
import { buzzed, elapsedSeconds, queueEmptied, songHeardMs } from '../clock.js';
import { BUZZ_HOLD_MS, QUEUE_SHOWN } from '../constants.js';
import { command, event, type Emits, type EventOf, type Turn, type ViewEvolution } from '../definition.js';
import { ordered, SONG_SHIFT_MAX_MS, withSongShifts } from '../fairness/order.js';
import { acceptedTime, budgetLeft, doubtField, heardFrom } from '../fairness/timing.js';
import { QuestionId, TeamNumber, UserId, Version } from '../ids.js';
import { conditionsOf } from '../playback.js';
import { changedPlayer, playerOf } from '../players.js';
import { attempted, buzzedSince } from '../queue.js';
import { lockedUntilFor } from '../lock-outs.js';
import type { Buzz, CurrentQuestion, Game, HeldBuzz, Hold, OpenGame, Player, SongTimes } from '../state.js';
import type { CurrentView, OwnSeat } from '../views.js';
import { currentOf, queueEntry } from '../views/view-of.js';

const ms = () => z.number().int();
const timesFields = () => ({
  arrivedAt: ms(),
  creditMs: ms().min(0),
  errorMs: z.number().min(0).nullable(),
  /** Of a phone that plays the song itself. */
  heardFromMs: ms().optional(),
  shiftMaxMs: ms().min(0).optional(),
});

type Counted = Pick<HeldBuzz, 'arrivedAt' | 'creditMs'> & { readonly shiftMs?: number | undefined };
const countsAt = ({ arrivedAt, creditMs, shiftMs = 0 }: Counted): number => arrivedAt - creditMs - shiftMs;

/** A buzz that is held until its place is settled. `seed` and `holdMs` are set on the first, which begins the hold. */
export const buzzArrived = event('buzzArrived', {
  fields: () => ({
    questionId: QuestionId,
    playerId: UserId,
    team: TeamNumber.optional(),
    ...timesFields(),
    doubt: doubtField(),
    seed: ms().min(0).max(0xffffffff).optional(),
    holdMs: ms().optional(),
  }),
  evolve: (game, { questionId, playerId, at, seed, holdMs, ...buzz }) => {
    const current = currentOf(game);
    if (game.status !== 'playing' || current?.questionId !== questionId || current.answerQueue.length > 0) return game;
    const { team, arrivedAt, creditMs, errorMs, doubt, ...song } = buzz;
    const { hold = begun(game.version + 1, current, at, { seed, holdMs }) } = current;
    const held: HeldBuzz = {
      playerId,
      ...(team !== undefined && { team }),
      arrivedAt,
      creditMs,
      errorMs,
      ...songTimes(song),
      ...(doubt && { doubt }),
    };
    const buzzes = [...hold.buzzes.filter((each) => each.playerId !== playerId), held];
    const quiet = current.hold === undefined ? buzzed(current, at, conditionsOf(game, 1), null) : current;
    const charged = changedPlayer(game, playerId, (player) => ({
      ...player,
      credit: {
        leftMs: budgetLeft(player.credit, arrivedAt) - creditMs,
        at: Math.max(player.credit?.at ?? 0, arrivedAt),
      },
    }));
    return { ...charged, current: { ...quiet, hold: { ...hold, buzzes } } };
  },
  /** Of whom it is stays open until the order: the name that is shown first never changes. */
  view: (v, { type, at, questionId }) => ({ v, type, at, questionId }),
});

/** Without what is undefined, which JSON does not keep. */
const songTimes = ({
  heardFromMs,
  shiftMaxMs,
}: {
  readonly heardFromMs?: number | undefined;
  readonly shiftMaxMs?: number | undefined;
}): SongTimes => ({
  ...(heardFromMs !== undefined && { heardFromMs }),
  ...(shiftMaxMs !== undefined && { shiftMaxMs }),
});

const begun = (
  version: number,
  { heardMs, heardSince }: CurrentQuestion,
  since: number,
  {
    seed = 0,
    holdMs = BUZZ_HOLD_MS.usual,
  }: { readonly seed?: number | undefined; readonly holdMs?: number | undefined },
): Hold => ({ version, since, holdMs, seed, heard: { heardMs, heardSince }, buzzes: [] });

export const buzzArrivedView: ViewEvolution<typeof buzzArrived> = {
  by: 'server',
  evolveView: (view, { v: version, questionId, at }) => {
    const { current } = view;
    if (current?.questionId !== questionId || current.hold !== undefined || current.queueLength > 0) return view;
    return { ...view, current: { ...buzzed(current, at, conditionsOf(view, 1), null), hold: { version } } };
  },
};

/** When the latest verdict about this question was given; 0 for none. */
function judgedAt(game: OpenGame, { questionId }: CurrentQuestion): number {
  const last = game.status === 'playing' ? game.lastVerdict : null;
  return last?.round.questionId === questionId ? last.at : 0;
}

/** The buzz as it arrives in a game with `buzzOrder` that holds it. `heardMs`: how long its phone says it had heard the song. */
export function arriving(
  { game, at, ctx }: Turn,
  round: CurrentQuestion,
  player: Player,
  heardMs?: number,
): EventOf<typeof buzzArrived>[] | null {
  const { buzzOrder = null } = game.settings;
  if (buzzOrder === null || round.answerQueue.length > 0) return null;
  const { id: playerId, team } = player;
  if (round.hold?.buzzes.some((buzz) => buzz.playerId === playerId) === true) return [];
  const { questionStartTime } = round;
  const arrivedAt = Math.max(ctx.receivedAt ?? ctx.now, questionStartTime);
  const budgetMs = budgetLeft(player.credit, arrivedAt);
  const accepted = acceptedTime(arrivedAt, ctx.timing, { creditMs: buzzOrder.creditMs, budgetMs });
  // No touch counts from before this player could buzz again.
  const opened = Math.max(round.runningSince, lockedUntilFor(round, { playerId, team }), judgedAt(game, round));
  const creditMs = Math.min(accepted.creditMs, Math.max(0, arrivedAt - Math.max(questionStartTime, opened)));
  const { errorMs } = accepted;
  const isHeardHere = game.settings.musicOn === 'players' && round.timerByHand !== true;
  const heardFromMs = isHeardHere ? heardFrom(arrivedAt, ctx.timing, heardMs, round) : null;
  const shiftMaxMs = Math.max(0, arrivedAt - creditMs - Math.max(questionStartTime, opened));
  const begins = round.hold === undefined && { seed: ctx.seed ?? 0, holdMs: buzzOrder.holdMs };
  const side = team !== undefined && { team };
  return [
    {
      type: 'buzzArrived',
      at,
      questionId: round.questionId,
      playerId,
      ...side,
      ...(ctx.timing?.doubt && { doubt: ctx.timing.doubt }),
      arrivedAt,
      creditMs,
      errorMs,
      ...(heardFromMs !== null && { heardFromMs, ...(shiftMaxMs < SONG_SHIFT_MAX_MS && { shiftMaxMs }) }),
      ...begins,
    },
  ];
}

/** The queue from the buzzes of a hold. `order`: of each team its first; `seed`: drawn before the first arrived. */
export const buzzesOrdered = event('buzzesOrdered', {
  fields: () => ({
    questionId: QuestionId,
    mode: z.enum(['corrected', 'level']),
    seed: ms(),
    order: z.array(
      z.strictObject({
        playerId: UserId,
        team: TeamNumber.optional(),
        ...timesFields(),
        /** How much earlier it counts because its phone heard the song later than the earliest of them; absent for 0. */
        shiftMs: ms().min(1).optional(),
        /** Those who drew lots with each other have the same one. */
        lot: ms().optional(),
      }),
    ),
    /** Set only in time trial, as by a buzz that finds the queue empty. */
    elapsedSeconds: z.number().nullable(),
  }),
  evolve: (game, { questionId, order, at, elapsedSeconds: seconds }) => {
    const current = currentOf(game);
    if (game.status !== 'playing' || current?.questionId !== questionId || current.hold === undefined) return game;
    const { hold, ...round } = current;
    if (order.length === 0)
      return { ...game, current: { ...queueEmptied(round, at, conditionsOf(game, 0)), runningSince: at } };
    const firstAt = Math.max(...order.slice(0, 1).map(countsAt));
    const answerQueue = order.map(({ playerId, team, ...times }): Buzz => {
      const counts = countsAt(times);
      return {
        playerId,
        at: counts,
        version: game.version + 1,
        heardMs: songHeardMs(hold.heard, Math.min(counts, hold.since)),
        ...(team !== undefined && { team }),
        evidence: { ...times, behindMs: counts - firstAt },
      };
    });
    const settled = { ...doubted(round, hold), answerQueue, ...secondsOf(round, seconds) };
    const last = answerQueue.reduce(buzzedSince, game.lastVerdict);
    return {
      ...attempted({ ...game, current: settled }, round, ...answerQueue.map(({ playerId }) => playerId)),
      lastVerdict: last && { ...last, round: doubted(last.round, hold) },
    };
  },
  /** `queue`: its shown part. `seats`, and in a game with teams `teams`: of all, from which each phone reads its place. */
  view: (v, { order: _order, ...settled }, after, _before, kind) => {
    const { answerQueue: queue = [], doubts } = currentOf(after) ?? {};
    const seatNumbers = queue.map(({ playerId }) => playerOf(after, playerId)?.seat ?? 0);
    return {
      v,
      ...settled,
      queue: queue.slice(0, QUEUE_SHOWN).map((buzz) => queueEntry(after, buzz)),
      seats: seatNumbers,
      ...(after.teams && { teams: queue.map(({ team = null }) => team) }),
      attempted: kind === 'full' ? queue.map(({ playerId }) => playerId) : null,
      ...(kind === 'full' && doubts && { doubts }),
    };
  },
  isPerKind: true,
});

/** With the doubts about the buzzes of a hold. */
function doubted(round: CurrentQuestion, { buzzes }: Hold): CurrentQuestion {
  const added = buzzes.flatMap(({ playerId, doubt }) => (doubt === undefined ? [] : [{ playerId, doubt }]));
  if (added.length === 0) return round;
  const isNew = (playerId: UserId) => added.some((each) => each.playerId === playerId);
  return { ...round, doubts: [...(round.doubts ?? []).filter(({ playerId }) => !isNew(playerId)), ...added] };
}

const secondsOf = (
  { timeTrialElapsedSeconds }: Pick<CurrentQuestion, 'timeTrialElapsedSeconds'>,
  seconds: number | null,
) => ({ timeTrialElapsedSeconds: seconds ?? timeTrialElapsedSeconds });

export const buzzesOrderedView: ViewEvolution<typeof buzzesOrdered> = {
  by: 'server',
  evolveView: (view, { questionId, at, queue, seats, attempted: by, doubts, elapsedSeconds: seconds }) => {
    if (view.current?.questionId !== questionId || view.current.hold === undefined) return view;
    const { hold: _hold, ...round } = view.current;
    if (seats.length === 0) return { ...view, current: queueEmptied(round, at, conditionsOf(view, 0)) };
    const { attemptedBy } = round;
    const current: CurrentView = {
      ...round,
      queue,
      queueLength: seats.length,
      attemptedBy: attemptedBy === null || by === null ? attemptedBy : [...new Set([...attemptedBy, ...by])],
      ...(doubts && { doubts }),
      ...secondsOf(round, seconds),
    };
    return { ...view, current };
  },
  evolveSeat: (seat, { seats, teams }) => {
    const isOwn = (number: number, index: number) =>
      teams?.[index] == null ? number === seat.seat : teams[index] === seat.team;
    const index = seats.findIndex(isOwn);
    return index < 0 ? seat : withPlace(seat, index + 1);
  },
};

const withPlace = (seat: OwnSeat, place: number): OwnSeat => ({ ...seat, place });

/** The order of the buzzes that are held, where there are any: also before what ends or reopens their round. */
export function ordering(game: Game, at: number): EventOf<typeof buzzesOrdered>[] {
  const round = currentOf(game);
  if (round?.hold === undefined) return [];
  const { hold, questionId, runningSince } = round;
  const mode = game.settings.buzzOrder?.mode ?? 'corrected';
  const order = ordered(withSongShifts(firstOfSides(hold.buzzes)), mode, hold.seed);
  const [first] = order;
  const records = game.timeTrialMode && first !== undefined;
  return [
    {
      type: 'buzzesOrdered',
      ...{ at, questionId, mode, seed: hold.seed },
      order: order.map(({ at: _at, doubt: _doubt, ...buzz }) => buzz),
      elapsedSeconds: records ? elapsedSeconds(round, Math.max(first.at, runningSince)) : null,
    },
  ];
}

/** Of each team its first buzz, so that no team has more lots in a draw. */
function firstOfSides(buzzes: readonly HeldBuzz[]): (HeldBuzz & { readonly at: number })[] {
  const firsts = new Map<UserId | number, HeldBuzz & { readonly at: number }>();
  for (const buzz of buzzes) {
    const timed = { ...buzz, at: countsAt(buzz) };
    const side = buzz.team ?? buzz.playerId;
    const known = firsts.get(side);
    const isFirst =
      known === undefined || timed.at < known.at || (timed.at === known.at && buzz.arrivedAt < known.arrivedAt);
    if (!isFirst) continue;
    // In order of arrival, which decides where all else is equal.
    firsts.delete(side);
    firsts.set(side, timed);
  }
  return [...firsts.values()];
}

/** By the owner of the game when the hold is over. `hold`: the version that began it; of another one nothing is ordered. */
export const orderBuzzes = command('orderBuzzes', {
  issuer: 'server',
  fields: () => ({ hold: Version }),
  decide: ({ game, at }, { hold }): Emits<typeof buzzesOrdered> =>
    currentOf(game)?.hold?.version === hold ? ordering(game, at) : [],
});
