import { newest, RawSocket, runGateway, ScriptedOwner } from '@earworm/gateway/testing';
import type { GameId } from '@earworm/contracts';
import { percentile } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';

const PLAYERS = 20;
const TURNS = 5;
/** Where next to nothing is to do, a few ms are a multiple. */
const BY_CHANCE_MS = 5;

export const benchmark: Benchmark = {
  what: 'an event of 30 KB to 19 players while the 20th takes nothing, p95',
  async run() {
    const gateway = await runGateway({}, { overrides: { ringBytes: 256 * 1024, stalledAfterMs: 2_000 } });
    try {
      const [calm, stalled]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        const owner = new ScriptedOwner(gateway.bus, `game-${turn}` as GameId, 'mo');
        const game = await Promise.all(
          Array.from({ length: PLAYERS }, async (_, i) =>
            RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token: await gateway.token(`player-${i}`) }),
          ),
        );
        const [slow, ...others] = game as [RawSocket, ...RawSocket[]];
        const rounds = async (count: number): Promise<number[]> => {
          const times: number[] = [];
          for (let i = 0; i < count; i++) {
            const startedAt = performance.now();
            const version = owner.happens(1, { padding: 30_000 });
            for (const each of others) await each.until(() => newest(each) === version);
            times.push(performance.now() - startedAt);
          }
          return times;
        };
        await rounds(50);
        calm.push(...(await rounds(100)));
        slow.socket.pause();
        stalled.push(...(await rounds(400)));
        for (const each of game) each.socket.terminate();
      }
      const figures = { calmP95Ms: percentile(calm, 0.95), stalledP95Ms: percentile(stalled, 0.95) };
      return {
        ratio: Math.max(0, figures.stalledP95Ms - BY_CHANCE_MS) / figures.calmP95Ms,
        target: 2,
        reference: 'the same game before the player stalled',
        figures,
      };
    } finally {
      await gateway.close();
    }
  },
};
