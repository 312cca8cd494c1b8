import type { GameEvent } from './events.js';
import { actionOf } from './evolve-view.js';
import { created } from './lifecycle.js';
import { withEvidence } from './evidence/evidence.js';
import { EVENTS } from './slices.js';
import type { Game, GameState } from './state.js';
import { withoutFormerCaptains } from './teams.js';

const EVOLVE: Readonly<Record<GameEvent['type'], { readonly evolve: (game: Game, event: never) => Game }>> = EVENTS;

/**
 * The state after an event. Never throws: an event that does not fit the state changes nothing but the version, because
 * what is in the log has happened, and a game that cannot be loaded helps no player.
 */
export function evolve(state: GameState, event: GameEvent): GameState {
  if (state.status === 'none') return event.type === 'gameCreated' ? created(event) : state;
  const next = withoutFormerCaptains(EVOLVE[event.type].evolve(state, event as never));
  const lastAction = event.type === 'owned' ? state.lastAction : actionOf(event, state.moderatorId);
  const updatedAt = Math.max(state.updatedAt, event.at);
  return withEvidence(state, event, { ...next, version: state.version + 1, updatedAt, lastAction });
}
