import { z } from 'zod';
import { buzzed, elapsedSeconds, songHeardMs } from '../clock.js';
import { QUEUE_SHOWN } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { QuestionId, UserId } from '../ids.js';
import { conditionsOf } from '../playback.js';
import { isLockedOut } from '../lock-outs.js';
import { playerOf } from '../players.js';
import { attempted, buzzedSince } from '../queue.js';
import { concernsSeat, isForPlayer } from '../teams.js';
import type { Buzz, Game, Player } from '../state.js';
import { currentOf, isOut, nameOf } from '../views/view-of.js';
import { type falseStarted, isFalseStart, tooEarly } from './false-start.js';
import { arriving, type buzzArrived } from './hold.js';
import { roundGoingOn } from './round.js';

/** `elapsedSeconds` is set only in time trial, on the buzz that found the queue empty. */
export const playerBuzzed = event('playerBuzzed', {
  fields: () => ({ questionId: QuestionId, playerId: UserId, elapsedSeconds: z.number().nullable() }),
  evolve: (game, { questionId, playerId, at, elapsedSeconds: seconds }) => {
    if (game.status !== 'playing' || game.current?.questionId !== questionId) return game;
    const { current } = game;
    const team = playerOf(game, playerId)?.team;
    const heardMs = songHeardMs(current, at);
    const added: Buzz = { playerId, at, version: game.version + 1, heardMs, ...(team !== undefined && { team }) };
    const answerQueue = [...current.answerQueue, added];
    const paused = buzzed(current, at, conditionsOf(game, answerQueue.length), seconds);
    const lastVerdict = buzzedSince(game.lastVerdict, added);
    return { ...attempted(game, current, playerId), current: { ...paused, answerQueue }, lastVerdict };
  },
  /** `place`: in the queue, from 1; `team`: for which it counts. */
  view: (v, buzzed, after) => {
    const { team } = playerOf(after, buzzed.playerId) ?? {};
    return {
      v,
      ...buzzed,
      name: nameOf(after, buzzed.playerId),
      place: currentOf(after)?.answerQueue.length ?? 0,
      ...(team !== undefined && { team }),
    };
  },
});

export const playerBuzzedView: ViewEvolution<typeof playerBuzzed> = {
  evolveView: (view, { v: version, questionId, playerId, name, at, place, team, elapsedSeconds: seconds }) => {
    if (view.current?.questionId !== questionId) return view;
    const { current } = view;
    const { queue, attemptedBy } = current;
    return {
      ...view,
      current: {
        ...buzzed(current, at, conditionsOf(view, current.queueLength + 1), seconds),
        queue:
          queue.length < QUEUE_SHOWN
            ? [
                ...queue,
                { playerId, name, at, version, heardMs: songHeardMs(current, at), ...(team !== undefined && { team }) },
              ]
            : queue,
        queueLength: place,
        attemptedBy: attemptedBy === null || attemptedBy.includes(playerId) ? attemptedBy : [...attemptedBy, playerId],
      },
    };
  },
  evolveSeat: (seat, { place, ...side }, userId) => (concernsSeat(seat, side, userId) ? { ...seat, place } : seat),
};

/**
 * Whether the player has just answered for a team that they were moved out of: an undo gives that buzz back, beside which
 * there is none of theirs.
 */
const answeredForOthers = (game: Game, { id, team }: Player): boolean =>
  game.status === 'playing' &&
  game.lastVerdict?.round.answerQueue.some((buzz) => buzz.playerId === id && buzz.team !== team) === true;

export const buzz = command('buzz', {
  issuer: 'anyone',
  /**
   * `touchedMs`: by the monotonic clock of the page; the gateway takes it out and measures by it. `heardMs`: how long
   * before that the song began on a phone that plays it itself, or went on there after the game resumed it.
   */
  fields: () => ({ questionId: QuestionId, touchedMs: z.number().optional(), heardMs: z.number().optional() }),
  decide: (turn, { questionId, heardMs }): Emits<typeof playerBuzzed | typeof buzzArrived | typeof falseStarted> => {
    const { game, at, ctx } = turn;
    const playerId = ctx.actor.userId;
    const player = playerOf(game, playerId);
    if (player?.isActive !== true) return rejected('not-a-player');
    const round = roundGoingOn(game, questionId);
    if ('rejection' in round) return round;
    // One buzz of a team waits, and one of a player who was moved to another team since.
    if (round.answerQueue.some((buzz) => buzz.playerId === playerId || isForPlayer(buzz, player))) return [];
    if (isOut(game, playerId) || answeredForOthers(game, player)) return rejected('already-attempted');
    const side = { playerId, team: player.team };
    if (isLockedOut(round, side, ctx.now)) return rejected('locked-out');
    if (isFalseStart(game, round, at)) return tooEarly(game, round, player, at);
    const held = arriving(turn, round, player, heardMs);
    if (held !== null) return held;
    // A buzz counts from when it came in, even if other things have happened since, but never from a stopped clock.
    const records = game.timeTrialMode && round.answerQueue.length === 0;
    const seconds = records ? elapsedSeconds(round, Math.max(ctx.now, round.runningSince)) : null;
    return [{ type: 'playerBuzzed', at, questionId, playerId, elapsedSeconds: seconds }];
  },
});
