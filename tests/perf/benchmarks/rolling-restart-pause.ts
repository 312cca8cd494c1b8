import { setTimeout as pause } from 'node:timers/promises';
import { RecordedClients } from '../../faults/recorded-clients.js';
import { worstPause } from '../../faults/pauses.js';
import { Standstills } from '../../faults/standstills.js';
import { startAgain } from '../../faults/trouble.js';
import type { Child } from '../../harness/child.js';
import { Services } from '../../harness/services.js';
import { LoadSession } from '../../load/session.js';
import type { Benchmark } from '../benchmark.js';
import { waitUntil } from '../wait-until.js';
import { requiredNats } from '../required-nats.js';

const SHAPE = { games: 6, players: 5, rate: 50, seconds: 120, warmUp: 0 };
const SEED = 8;
const CALM_MS = 3_000;
/** Promised to players. */
const LONGEST_MS = 2_000;

export const benchmark: Benchmark = {
  what: 'The longest time that a client waits for an answer while every process is replaced in turn.',
  run: async () => {
    const nats = await requiredNats();
    const standstills = new Standstills();
    const services = await Services.start({ nats, gateways: 2, gameReplicas: 2, env: { DRAIN_MS: '1000' } });
    /** The gateways that a load balancer would send new connections to. */
    const ready = [...services.urls];
    const clients = new RecordedClients(ready, SEED);
    const session = new LoadSession(services.urls, SHAPE, clients.clientFactory);
    const answeredSince = (since: number) =>
      clients.records.map((record) => ({
        ...record,
        commands: record.commands.filter(({ answeredAt }) => answeredAt !== null && answeredAt >= since),
      }));
    const replaced = async (children: readonly Child[]): Promise<number> => {
      const since = Date.now();
      await Promise.all(children.map((child) => child.stop()));
      await Promise.all(children.map((child) => startAgain(child, () => undefined)));
      const before = session.tally.acknowledged.length;
      await waitUntil(
        'games go on',
        () => clients.areAllOnline && session.tally.acknowledged.length > before + SHAPE.rate,
      );
      const givenBefore = Date.now();
      await waitUntil('every command is answered', () =>
        clients.records.every(({ commands }) =>
          commands.every(({ givenAt, answeredAt }) => answeredAt !== null || givenAt >= givenBefore),
        ),
      );
      return worstPause(answeredSince(since), standstills);
    };
    try {
      session.tally.measureFrom = 0;
      await session.open();
      session.play(SEED);
      const calmFrom = Date.now();
      await pause(CALM_MS);
      const calmMs = worstPause(answeredSince(calmFrom), standstills);
      const gatewayMs: number[] = [];
      for (const gateway of services.gateways) {
        ready.splice(ready.indexOf(gateway.url), 1);
        gatewayMs.push(await replaced([gateway]));
        ready.push(gateway.url);
      }
      const gameMs: number[] = [];
      for (const game of services.games) gameMs.push(await replaced([game]));
      const othersMs = await replaced(services.others);
      const figures = { gatewayMs: Math.max(...gatewayMs), gameMs: Math.max(...gameMs), othersMs, calmMs };
      return {
        ratio: Math.max(figures.gatewayMs, figures.gameMs, figures.othersMs) / LONGEST_MS,
        target: 1,
        reference: `${LONGEST_MS} ms, which players are promised`,
        figures,
      };
    } finally {
      standstills.stop();
      session.close();
      await services.close();
    }
  },
};
