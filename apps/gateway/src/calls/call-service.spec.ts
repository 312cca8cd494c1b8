import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signInAsGuest } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { type Bus, BusError, createInProcessBus } from '@earworm/service-kit/bus';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import express, { type ErrorRequestHandler } from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Tarpit } from '../limits/tarpit.js';
import { Refusals } from '../http/refusals.filter.js';
import { RefusalsFilter } from '../http/refusals.filter.js';
import { callService } from './call-service.js';

describe('a service call for a request', () => {
  let bus: Bus;
  beforeEach(() => {
    bus = createInProcessBus();
  });
  afterEach(() => bus.drain());
  const guest = () => callService(bus, signInAsGuest, {}, { failed: 'guest-failed', timeoutMs: 50 });

  it('answers busy on a timeout', async () => {
    let answer = () => undefined as void;
    bus.serve(signInAsGuest, () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))));
    await expect(guest()).rejects.toMatchObject({ code: 'busy' });
    answer();
  });

  it('answers with the message of the route when the service is unreachable', async () => {
    await expect(guest()).rejects.toMatchObject({ code: 'guest-failed' });
  });
});

describe('a bus error in a request', () => {
  it.each([
    ['time-out', 503, 'busy'],
    ['no-responders', 503, 'unavailable'],
    ['disconnected', 503, 'unavailable'],
  ] as const)('answers after %s with %i %s and logs no bug', async (reason, status, code) => {
    const counted: string[] = [];
    const logged: unknown[] = [];
    const figures = { refused: (of: string) => void counted.push(of) };
    const refusals = new Refusals({ addressOf: () => null }, figures, new Tarpit(0, () => undefined));
    const log = { error: (...args: unknown[]) => logged.push(args) };
    const filter = new RefusalsFilter(refusals, { log } as unknown as Pick<Kit, 'log'>);
    const app = express()
      .get('/', () => {
        throw new BusError(reason);
      })
      .use(((error, incoming, response, _next) =>
        filter.catch(error, new ExecutionContextHost([incoming, response]))) satisfies ErrorRequestHandler);
    const server = app.listen(0);
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
    expect([counted, logged]).toEqual([[code], []]);
    server.close();
    server.closeAllConnections();
  });
});
