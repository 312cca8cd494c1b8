import { describe, expect, it } from '@jest/globals';
import { RULES } from '../constants.js';
import { GameEvent, type GameEventType } from '../events.js';
import { evolve } from '../evolve.js';
import { NO_GAME, type Game } from '../state.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import recorded from './recorded/rules-1.json' with { type: 'json' };

describe('A game recorded with these rules', () => {
  const log = recorded.log.map((event) => GameEvent.parse(event));
  const game = log.reduce(evolve, NO_GAME);

  it('comes out the same in every later release', () => {
    expect(game).toStrictEqual(recorded.state);
    for (const kind of VIEW_KINDS) expect(viewOf(game as Game, kind)).toStrictEqual(recorded.views[kind]);
  });

  it('holds every type of event that was published with them', () => {
    const known = GameEvent.options.map((option) => option.shape.type.value);
    const held = new Set<GameEventType>(log.map(({ type }) => type));
    expect(recorded.rules).toBe(1);
    if (RULES === 1) expect(known.filter((type) => !held.has(type))).toEqual([]);
  });
});
