import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createLog } from '@earworm/service-kit/log';
import { HealthChecks } from '@earworm/service-kit/health';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLimits } from './open-limits.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

describe('limits whose Redis answers late', () => {
  let server: Server;
  let connections: Socket[];
  /** Every command is answered OK from then on. */
  let answer: () => void;

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
  });
  afterEach(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = () => {
    const { port } = server.address() as AddressInfo;
    const log = createLog('limits', { level: 'silent' });
    const kit = { log, health: new HealthChecks(), isOwnProcess: true };
    return openLimits(kit, loadRateLimitConfig({ REDIS_URL: `redis://127.0.0.1:${port}` }));
  };

  it('are counted in memory until then', async () => {
    const limits = open();
    const inMemory = limits.current;
    await eventually(() => expect(connections).toHaveLength(1));
    expect(limits.current).toBe(inMemory);
    answer();
    await eventually(() => expect(limits.current).not.toBe(inMemory));
    limits.onApplicationShutdown();
    await eventually(() => expect(connections.map(({ readableEnded }) => readableEnded)).toEqual([true]));
  });

  it('leave no connection when the process stops first', async () => {
    const limits = open();
    const inMemory = limits.current;
    await eventually(() => expect(connections).toHaveLength(1));
    limits.onApplicationShutdown();
    answer();
    await eventually(() => expect(connections.map(({ readableEnded }) => readableEnded)).toEqual([true]));
    expect(limits.current).toBe(inMemory);
  });
});
