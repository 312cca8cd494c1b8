import { create, faultsOf, gameServices, ownPostgres, streamOfCommands } from '@earworm/game/testing';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { waitUntil } from '../wait-until.js';

const TURNS = 3;
const GAMES = 10;
const SOON_MS = 2_500;

export const benchmark: Benchmark = {
  what: 'from a database that is back until the next 100 commands of 10 games are answered, median of 3',
  async run() {
    const services = gameServices();
    const postgres = await ownPostgres();
    const game = await services.start(postgres.url);
    try {
      const [took, starts]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        const games = await Promise.all(Array.from({ length: GAMES }, () => create(services.bus)));
        const gameIds = games.map(({ gameId }) => gameId);
        const stream = streamOfCommands(services.bus, gameIds);
        await stream.goesOn(100);
        await postgres.stop(0);
        const startedAt = performance.now();
        await postgres.start();
        const backAt = performance.now();
        await waitUntil('100 commands are answered', () => stream.answeredFrom(backAt) >= 100);
        took.push(performance.now() - backAt);
        starts.push(backAt - startedAt);
        await stream.end();
        const faults = await faultsOf(postgres.url, gameIds, stream.answered);
        if (Object.values(faults).flat().length > 0) throw new Error(`not done correctly: ${JSON.stringify(faults)}`);
      }
      const figures = { answeredMs: median(took), databaseStartMs: median(starts) };
      return { ratio: figures.answeredMs / SOON_MS, target: 1, reference: `${SOON_MS} ms`, figures };
    } finally {
      await game.stop();
      await postgres.remove();
    }
  },
};
