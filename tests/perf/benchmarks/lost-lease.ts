import { create, cuttableLine, faultsOf, gameServices, ownPostgres, streamOfCommands } from '@earworm/game/testing';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';

const CUTS = 5;
const GAMES = 10;
/** A lock that has to be waited for is free after this. */
const LOCK_FREE_MS = 2_000;

export const benchmark: Benchmark = {
  what: 'the longest that a game goes without an answer when the connection with the shard locks is cut, median of 5',
  async run() {
    const services = gameServices();
    const postgres = await ownPostgres();
    const line = await cuttableLine(postgres.url);
    const game = await services.start(postgres.url, { directUrl: line.url });
    try {
      const games = await Promise.all(Array.from({ length: GAMES }, () => create(services.bus)));
      const gameIds = games.map(({ gameId }) => gameId);
      const stream = streamOfCommands(services.bus, gameIds);
      const cutAt: number[] = [];
      for (let cut = 0; cut < CUTS; cut++) {
        await stream.goesOn(100);
        cutAt.push(performance.now());
        line.breakOff('lease');
      }
      await stream.goesOn(200);
      await stream.end();
      const faults = await faultsOf(postgres.url, gameIds, stream.answered);
      if (Object.values(faults).flat().length > 0) throw new Error(`not done correctly: ${JSON.stringify(faults)}`);
      const pauses = cutAt.map(stream.pauseAround);
      const figures = { pauseMs: median(pauses), shortestMs: Math.min(...pauses), longestMs: Math.max(...pauses) };
      return { ratio: figures.pauseMs / LOCK_FREE_MS, target: 1, reference: `${LOCK_FREE_MS} ms`, figures };
    } finally {
      await game.stop();
      line.close();
      await postgres.remove();
    }
  },
};
