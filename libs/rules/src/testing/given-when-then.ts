import type { Context } from '../definition.js';
import { decide } from '../decide.js';
import type { Decision } from '../decide.js';
import type { GameEvent } from '../events.js';
import { evolve } from '../evolve.js';
import type { GameId } from '../ids.js';
import type { RejectionCode } from '../rejections.js';
import { playerOf } from '../players.js';
import { NO_GAME, type Game, type GameState, type Player, type PlayingGame, type Question } from '../state.js';
import { user, type Step } from './steps.js';

export const GAME_ID = 'game-1' as GameId;
export const START = 1_700_000_000_000;

/** A game as far as it has been played, and what the last step led to. */
export interface Played {
  readonly state: GameState;
  readonly now: number;
  readonly log: readonly GameEvent[];
  readonly last: Decision;
}

export const NOTHING_PLAYED: Played = { state: NO_GAME, now: START, log: [], last: { ok: true, events: [] } };

/** One step more, accepted or refused. */
export function play(played: Played, step: Step): Played {
  const now = played.now + step.after;
  const last = decide(played.state, step.command, contextOf(step, now));
  const events = last.ok ? last.events : [];
  return { state: events.reduce(evolve, played.state), now, log: [...played.log, ...events], last };
}

export const contextOf = (step: Step, now: number): Context => ({
  now: now - (step.waited ?? 0),
  gameId: GAME_ID,
  actor: {
    ...{ userId: step.by, isAdmin: step.isAdmin ?? false, isServer: step.isServer ?? false },
    ...(step.staffOf !== undefined && { staff: { showId: step.staffOf } }),
  },
  ...(step.timing && { timing: step.timing }),
  ...(step.seed !== undefined && { seed: step.seed }),
  seatHash: step.seatHash ?? null,
  deviceHash: step.deviceHash ?? null,
  nextGameId: step.nextGameId ?? null,
});

/** A story so far; a step of it that is refused is a mistake in the spec. */
export function given(...steps: readonly Step[]) {
  const before = steps.reduce((played, step) => {
    const next = play(played, step);
    if (!next.last.ok) throw new Error(`given ${step.command.type}: refused with ${next.last.rejection.code}`);
    return next;
  }, NOTHING_PLAYED);
  return { ...readable(before), when: (step: Step) => readable(play(before, step)) };
}

/** What a spec asks about a game. */
function readable(played: Played) {
  const game = (): Game => {
    if (played.state.status === 'none') throw new Error('there is no game yet');
    return played.state;
  };
  const playing = (): PlayingGame => {
    const it = game();
    if (it.status !== 'playing') throw new Error(`the game is not being played, it is ${it.status}`);
    return it;
  };
  return {
    ...played,
    game,
    playing,
    /** The events of the last step; empty when it was refused. */
    events: played.last.ok ? played.last.events : [],
    /** The last step's refusal; null when it was accepted. */
    refusal: refusalOf(played.last),
    player(who: string): Player {
      const player = playerOf(game(), user(who));
      if (player === null) throw new Error(`${who} has no seat`);
      return player;
    },
    question(id: string): Question {
      const found = game()
        .categories.flatMap(({ questions }) => questions)
        .find((one) => one.id === id);
      if (found === undefined) throw new Error(`there is no question ${id}`);
      return found;
    },
    /** The version of the verdict that can be undone; 0 when there is none. */
    lastVerdict: (): number => playing().lastVerdict?.version ?? 0,
    /** Who waits to answer, first to last. */
    queue: (): string[] => playing().current?.answerQueue.map(({ playerId }) => playerId) ?? [],
  };
}

const refusalOf = (decision: Decision): RejectionCode | null => (decision.ok ? null : decision.rejection.code);
