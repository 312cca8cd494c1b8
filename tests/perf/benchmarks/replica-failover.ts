import { setTimeout as pause } from 'node:timers/promises';
import { Services } from '../../harness/services.js';
import { untilShared } from '../../harness/shard-shares.js';
import { LoadSession } from '../../load/session.js';
import { percentile } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';

const SHAPE = { games: 100, players: 20, rate: 400, seconds: 20, warmUp: 0 };
const CALM_MS = 3_000;
/** Promised to players. Their sockets stay open, so what they wait for is the answer of a game's next owner. */
const WITHIN_MS = 1_000;

export const benchmark: Benchmark = {
  what: 'how long the buzzes of 2,000 players in 100 games take while one of two game replicas is killed',
  run: async () => {
    const services = await Services.start({ nats: await requiredNats(), gameReplicas: 2 });
    const session = new LoadSession(services.urls, SHAPE);
    const { tally } = session;
    try {
      const shares = (...wanted: number[]) => untilShared(services.database.adminUrl, ...wanted);
      await shares(32, 32);
      await session.open();
      tally.measureFrom = 0;
      session.play();
      await pause(CALM_MS);
      const before = tally.latencies.length;
      const killedAt = performance.now();
      await services.games[0]?.kill();
      await shares(64);
      const takenMs = performance.now() - killedAt;
      await pause(CALM_MS);
      await session.finish();
      if (tally.unseen > 0 || tally.stuck.length > 0) throw new Error(`the games did not go on: ${tally.stuck[0]}`);
      const waits = tally.latencies.slice(before);
      const figures = {
        longestMs: Math.max(...waits),
        p99Ms: percentile(waits, 0.99),
        calmP99Ms: percentile(tally.latencies.slice(0, before), 0.99),
        takenMs,
        buzzes: waits.length,
      };
      return {
        ratio: figures.longestMs / WITHIN_MS,
        target: 1,
        reference: `${WITHIN_MS} ms for the slowest buzz`,
        figures,
      };
    } finally {
      session.close();
      await services.close();
    }
  },
};
