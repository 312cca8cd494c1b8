import { describe, expect, it } from '@jest/globals';
import { defineCall, RefusedError, type RequestOf } from '@earworm/contracts';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { createInProcessBus } from '../bus/index.js';
import { createLog } from '../log/log.js';
import { defineService, type ServiceOptions, Handles } from './define-service.js';
import { makeKit } from './kit.js';

const double = defineCall({
  subject: 'spec.double',
  request: z.strictObject({ number: z.number() }),
  reply: z.strictObject({ doubled: z.number() }),
  errors: ['unavailable'],
});

@Injectable()
class Numbers {
  async double(number: number) {
    if (number > 100) throw new RangeError('too large');
    return 2 * number;
  }
}

@Injectable()
class DoubleHandler {
  constructor(private readonly numbers: Numbers) {}

  @Handles(double)
  async double({ number }: RequestOf<typeof double>) {
    return { doubled: await this.numbers.double(number) };
  }
}

/** Only for the compiler. */
export class WrongHandler {
  // @ts-expect-error: the reply of the call is no text
  @Handles(double)
  double() {
    return 'two';
  }
}

@Injectable()
class Answers {
  @Handles(double)
  double({ number }: RequestOf<typeof double>) {
    return { doubled: 2 * number };
  }
}

async function start(parts: Partial<ServiceOptions<object>>) {
  const bus = createInProcessBus();
  const log = createLog('spec', { level: 'silent' });
  const service = defineService({ name: 'spec', load: () => ({}), ...parts });
  const module = service.module(makeKit({ name: 'spec', bus, log }), service.load({}));
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return { app, ask: (number: number) => bus.call(double, { number }) };
}

describe('a service', () => {
  it('answers calls with the methods of its handlers until it is closed', async () => {
    const { app, ask } = await start({ providers: () => [Numbers], handlers: [DoubleHandler] });
    expect(await ask(21)).toEqual({ doubled: 42 });
    await app.close();
    await expect(ask(21)).rejects.toThrow('no-responders');
  });

  it('answers what a handler throws as its definition says', async () => {
    const failures: unknown[] = [];
    const { app, ask } = await start({
      providers: () => [Numbers],
      handlers: [DoubleHandler],
      toRefusal: (error, call) => {
        failures.push([call.subject, String(error)]);
        return new RefusedError('unavailable');
      },
    });
    await expect(ask(101)).rejects.toMatchObject({ code: 'unavailable' });
    expect(failures).toEqual([['spec.double', 'RangeError: too large']]);
    await app.close();
  });

  it('ends its calls before its workers, and waits for a worker before it closes what both use', async () => {
    const happened: string[] = [];
    const { promise: workEnds, resolve: endWork } = Promise.withResolvers<void>();
    const { promise: isStopping, resolve: stopping } = Promise.withResolvers<void>();
    class Projection {
      start = () => void happened.push('started');
      stop = async () => {
        happened.push('stopping');
        stopping();
        await workEnds;
        happened.push('stopped');
      };
    }
    const { app, ask } = await start({
      providers: () => [
        Projection,
        { provide: 'database', useValue: { onApplicationShutdown: () => void happened.push('closed') } },
      ],
      handlers: [Answers],
      workers: [Projection],
    });
    expect(happened).toEqual(['started']);
    const closing = app.close();
    await isStopping;
    await expect(ask(1)).rejects.toThrow('no-responders');
    expect(happened).toEqual(['started', 'stopping']);
    endWork();
    await closing;
    expect(happened).toEqual(['started', 'stopping', 'stopped', 'closed']);
  });
});
