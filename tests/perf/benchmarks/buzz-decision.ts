import { decide, evolve, type Game, VIEW_KINDS, viewEventOf } from '@earworm/rules';
import { contextOf, startedWith, given, buzzes, selects } from '@earworm/rules/testing';
import { median, percentile } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';

const ROUNDS = 40;
const PLAYERS = 500;
const MOST_MICROSECONDS = 100;

export const benchmark: Benchmark = {
  what: 'deciding a buzz in a game of 500, taking it in and encoding it for every kind of view',
  run: () => {
    const { state, now } = given(...startedWith(PLAYERS), selects('q100'));
    const list = Array.from({ length: PLAYERS }, (_, n) => buzzes(`p${n}`, 'q100'));
    const perBuzz = Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      let game = state as Game;
      for (const buzz of list) {
        const decision = decide(game, buzz.command, contextOf(buzz, now));
        for (const event of decision.ok ? decision.events : []) {
          const after = evolve(game, event) as Game;
          for (const kind of VIEW_KINDS) JSON.stringify(viewEventOf(game, event, after, kind, after.version));
          game = after;
        }
      }
      if (game.version !== (state as Game).version + PLAYERS) throw new Error('not every buzz was accepted');
      return ((performance.now() - startedAt) * 1_000) / PLAYERS;
    });
    const figures = { p50Microseconds: median(perBuzz), p95Microseconds: percentile(perBuzz, 0.95) };
    return Promise.resolve({
      ratio: figures.p50Microseconds / MOST_MICROSECONDS,
      target: 1,
      reference: `${MOST_MICROSECONDS} microseconds`,
      figures,
    });
  },
};
