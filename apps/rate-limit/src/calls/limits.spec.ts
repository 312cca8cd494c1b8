import { describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { checkLimit } from '@earworm/contracts';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { rateLimit } from '../rate-limit.module.js';

describe('The rate-limit service', () => {
  it('answers on the bus until it is stopped', async () => {
    const bus = createInProcessBus();
    const kit = makeKit({ name: 'rate-limit', bus, log: createLog('rate-limit', { level: 'silent' }) });
    const app = await NestFactory.createApplicationContext(
      rateLimit.module(kit, rateLimit.load({ LIMIT_CREATE: '1/60' })),
      { logger: false },
    );
    const ask = () =>
      bus.call(checkLimit, {
        userId: 'ada',
        gameId: 'global',
        action: 'create_game',
        device: null,
        address: null,
        spend: true,
      });
    expect(await ask()).toEqual({ allowed: true, remaining: 0, resetTime: 0 });
    expect(await ask()).toMatchObject({ allowed: false, remaining: 0 });
    await app.close();
    await expect(ask()).rejects.toThrow('no-responders');
    await bus.drain();
  });
});
