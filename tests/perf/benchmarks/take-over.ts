import { setTimeout as pause } from 'node:timers/promises';
import { create, streamOfCommands } from '@earworm/game/testing';
import { Services } from '../../harness/services.js';
import { untilShared } from '../../harness/shard-shares.js';
import type { Benchmark } from '../benchmark.js';
import { neededNats } from '../needed-nats.js';

const GAMES = 40;
const KILLS = 4;
/** Played before the first kill and between kills. */
const CALM_MS = 1_500;
/** Promised to players. */
const LONGEST_MS = 2_000;

export const benchmark: Benchmark = {
  name: 'take-over',
  what: 'The longest time that any of 40 games waits for an answer while its owner is killed, four times.',
  run: async () => {
    const services = await Services.start({ nats: await neededNats(), only: ['game'], gameReplicas: 2 });
    try {
      const shares = (...wanted: number[]) => untilShared(services.database.adminUrl, ...wanted);
      await shares(32, 32);
      const bus = await services.connectBus();
      const ids = await Promise.all(Array.from({ length: GAMES }, async () => (await create(bus)).gameId));
      const stream = streamOfCommands(bus, ids);
      await pause(CALM_MS);
      const [calmMs = NaN] = stream.longestPauses();
      for (let kill = 0; kill < KILLS; kill++) {
        const victim = services.games[kill % 2];
        await victim?.kill();
        await shares(64);
        await victim?.start();
        await shares(32, 32);
        await pause(CALM_MS);
      }
      await stream.end();
      const [longestMs = NaN] = stream.longestPauses();
      return {
        ratio: longestMs / LONGEST_MS,
        target: 1,
        reference: `${LONGEST_MS} ms, which players are promised`,
        figures: { longestMs, calmMs, commands: stream.answered.length },
      };
    } finally {
      await services.close();
    }
  },
};
