import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createLog } from '@earworm/service-kit/log';
import { HealthChecks } from '@earworm/service-kit/health';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLimits, type OpenLimits } from './open-limits.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

describe('limits before Redis answers', () => {
  let server: Server;
  let connections: Socket[];
  /** Every command is answered OK from then on. */
  let answer: () => void;
  let health: HealthChecks;
  let limits: OpenLimits;

  beforeEach(async () => {
    connections = [];
    const answering = new Promise<void>((resolve) => (answer = resolve));
    server = createServer((socket) => {
      connections.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const commands = data.toString('latin1').match(/\*\d+\r\n/g) ?? [];
        void answering.then(() => commands.forEach(() => socket.write('+OK\r\n')));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    health = new HealthChecks();
    const kit = { log: createLog('limits', { level: 'silent' }), health, isOwnProcess: true };
    limits = openLimits(kit, loadRateLimitConfig({ REDIS_URL: `redis://127.0.0.1:${port}` }));
    await eventually(() => expect(connections).toHaveLength(1));
  });
  afterEach(async () => {
    // A client that is left open reconnects for ever and keeps Jest from ending.
    limits.onApplicationShutdown();
    answer();
    await eventually(() => expect(connections.map(({ readableEnded }) => readableEnded)).toEqual([true]));
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('counts in memory until Redis answers', async () => {
    const inMemory = limits.current;
    answer();
    await eventually(() => expect(limits.current).not.toBe(inMemory));
  });

  it('reports Redis as unreachable until it answers', async () => {
    const [redis] = (await health.ready()).checks;
    expect(redis).toMatchObject({
      name: 'redis',
      ok: false,
      optional: true,
      reason: expect.stringMatching(/^it cannot be reached/),
    });
    answer();
    await eventually(async () => expect((await health.ready()).checks).toMatchObject([{ name: 'redis', ok: true }]));
  });

  it('reports no failure of Redis while the first connection is being opened', async () => {
    const readiness = health.ready();
    answer();
    expect((await readiness).checks).toMatchObject([{ name: 'redis', ok: true }]);
  });

  it('leaves no connection when the process stops before Redis answers', async () => {
    const inMemory = limits.current;
    limits.onApplicationShutdown();
    answer();
    await eventually(() => expect(connections.map(({ readableEnded }) => readableEnded)).toEqual([true]));
    expect(limits.current).toBe(inMemory);
  });
});
