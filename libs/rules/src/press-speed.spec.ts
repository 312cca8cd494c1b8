import { describe, expect, it } from '@jest/globals';
import { decide } from './decide/index.js';
import { evolve } from './evolve.js';
import type { Game } from './state.js';
import { crowd } from './testing/arbitraries.js';
import { contextOf, given } from './testing/given-when-then.js';
import { presses, selects } from './testing/steps.js';
import { VIEW_KINDS } from './views.js';
import { viewEventOf } from './views/view-event-of.js';

const ROUNDS = 40;
const PLAYERS = 500;

describe('A press in a room of 500', () => {
  it('is decided, taken in and shown to every kind of onlooker in well under a tenth of a millisecond', () => {
    const { state, now } = given(...crowd(PLAYERS), selects('q100'));
    const list = Array.from({ length: PLAYERS }, (_, n) => presses(`p${n}`, 'q100'));
    const perPress = Array.from({ length: ROUNDS }, () => {
      const begun = Date.now();
      let game = state as Game;
      for (const press of list) {
        const decision = decide(game, press.command, contextOf(press, now));
        for (const event of decision.ok ? decision.events : []) {
          const after = evolve(game, event) as Game;
          for (const kind of VIEW_KINDS) JSON.stringify(viewEventOf(game, event, after, kind, after.version));
          game = after;
        }
      }
      expect(game.version).toBe((state as Game).version + PLAYERS);
      return ((Date.now() - begun) * 1000) / PLAYERS;
    }).sort((a, b) => a - b);
    // The bound is several times what it takes, for machines that have other things to do.
    expect(perPress[ROUNDS / 2]).toBeLessThan(100);
  });
});
