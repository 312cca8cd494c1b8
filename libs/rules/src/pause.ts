import { settled } from './clock.js';
import { command, event, rejected, type Emits, type ViewEvolution } from './definition.js';
import { withPlayback } from './playback.js';
import { chorusHalted } from './round/chorus.js';
import type { Game } from './state.js';
import type { GameView } from './views.js';

type GameOrView = Game | GameView;
interface Moment {
  readonly at: number;
}

/** Song and clock as they have to be from now on. */
function withPlaybackSettled<G extends GameOrView>(game: G, { at }: Moment): G {
  const { paused } = game;
  const halted = withPlayback(game, at, settled);
  if (!('chorus' in halted) || halted.chorus === undefined) return halted;
  return { ...halted, chorus: chorusHalted(halted.chorus, at, paused !== undefined) };
}

export function withoutPause<G extends GameOrView>({ paused: _paused, ...game }: G): G {
  return game as G;
}

const withPause = <G extends GameOrView>(game: G, event: Moment): G =>
  game.status === 'playing' ? withPlaybackSettled({ ...game, paused: { since: event.at } }, event) : game;

/** Song and clock stop where they are. */
export const gamePaused = event('gamePaused', { fields: () => ({}), evolve: withPause<Game> });
export const gamePausedView: ViewEvolution<typeof gamePaused> = { by: 'moderator', evolveView: withPause };

const withResumed = <G extends GameOrView>(game: G, event: Moment): G =>
  game.paused === undefined ? game : withPlaybackSettled(withoutPause(game), event);

/** They continue where they were, unless the song had been paused before. No time of the pause counts. */
export const gameResumed = event('gameResumed', {
  fields: () => ({}),
  evolve: (game, resumed): Game => {
    const next = withResumed(game, resumed);
    if (next.status !== 'playing' || next.current === null) return next;
    return { ...next, current: { ...next.current, runningSince: resumed.at } };
  },
});
export const gameResumedView: ViewEvolution<typeof gameResumed> = { by: 'moderator', evolveView: withResumed };

/** Until the game is resumed no player buzzes and no question is selected; a buzz that is in the queue may be judged. */
export const pauseGame = command('pauseGame', {
  issuer: 'judge',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof gamePaused> => {
    if (game.status !== 'playing') return rejected('not-playing');
    return game.paused === undefined ? [{ type: 'gamePaused', at }] : [];
  },
});

export const resumeGame = command('resumeGame', {
  issuer: 'judge',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof gameResumed> => {
    if (game.status !== 'playing') return rejected('not-playing');
    return game.paused === undefined ? [] : [{ type: 'gameResumed', at }];
  },
});
