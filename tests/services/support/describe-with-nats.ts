import { describe, it } from '@jest/globals';
import { findNats, type NatsSource, NO_NATS } from '../../harness/nats-server.js';

/** Never an existing server, as specs kill it. */
export const nats = await findNats({ ...process.env, NATS_URL: undefined });

/** The one Redis of the run; undefined without a Docker engine. */
export const redisUrl = process.env['TEST_REDIS_URL'];

/** Specs that need a NATS server. Where there is none, one skipped test reports that they did not run. */
export function describeWithNats(title: string, body: (nats: NatsSource) => void): void {
  describe(title, () => {
    if (nats) body(nats);
    else it.skip(`DID NOT RUN: ${NO_NATS}`, () => undefined);
  });
}

/** Specs that need NATS and the Redis of the run. */
export function describeWithNatsAndRedis(title: string, body: (nats: NatsSource, redis: string) => void): void {
  describeWithNats(title, (source) => {
    if (redisUrl !== undefined) body(source, redisUrl);
    else it.skip('DID NOT RUN: there is no Redis in this run: start a Docker engine', () => undefined);
  });
}
