import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from './definition.js';
import type { Game, HeldStart } from './state.js';
import type { GameView } from './views.js';

/** Whether operators have not released the start, also of a game that the crew has ended before it. */
export const isUnreleased = ({ heldStart }: Pick<Game | GameView, 'heldStart'>): boolean =>
  heldStart !== undefined && heldStart.until === undefined;

/** Whether operators of the event still hold the start of the game. */
export const isStartHeld = (game: Pick<Game | GameView, 'status' | 'heldStart'>): boolean =>
  game.status === 'setup' && isUnreleased(game);

export function withoutHeldStart<G extends Game | GameView>({ heldStart: _heldStart, ...game }: G): G {
  return game as G;
}

const withHeldStart = <G extends Game | GameView>(game: G, heldStart: HeldStart): G =>
  game.status === 'setup' ? { ...game, heldStart } : game;

const withHold = <G extends Game | GameView>(game: G, { at }: { readonly at: number }): G =>
  withHeldStart(game, { since: at });
const withRelease = <G extends Game | GameView>(game: G, { at }: { readonly at: number }): G =>
  game.heldStart === undefined ? game : withHeldStart(game, { ...game.heldStart, until: at });

/** An operator of the event holds the start: the crew cannot start the game. */
export const startHeld = event('startHeld', { fields: () => ({}), evolve: withHold<Game> });
export const startHeldView: ViewEvolution<typeof startHeld> = { by: 'moderator', evolveView: withHold };

/** The crew starts the game whenever it likes. */
export const startReleased = event('startReleased', { fields: () => ({}), evolve: withRelease<Game> });
export const startReleasedView: ViewEvolution<typeof startReleased> = { by: 'moderator', evolveView: withRelease };

/** In the game after one whose start was not released. What operators have done in it already counts. */
export const inheritingHold = ({ status, heldStart }: Game, at: number): EventOf<typeof startHeld>[] =>
  status === 'setup' && heldStart === undefined ? [{ type: 'startHeld', at }] : [];

export const holdStart = command('holdStart', {
  issuer: 'staff',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof startHeld> => {
    if (game.status !== 'setup') return rejected('not-in-setup');
    return isStartHeld(game) ? [] : [{ type: 'startHeld', at }];
  },
});

export const releaseStart = command('releaseStart', {
  issuer: 'staff',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof startReleased> => {
    if (game.status !== 'setup') return rejected('not-in-setup');
    return isStartHeld(game) ? [{ type: 'startReleased', at }] : [];
  },
});
