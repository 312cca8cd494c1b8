import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type GameId, type RequestOf, seeSessions } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import type { GatewayConfig } from '../gateway.config.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

type Sign = RequestOf<typeof seeSessions>['signs'][number];

describe('session reports of the gateway to telemetry', () => {
  let gateway: RunningGateway;
  let owner: ScriptedOwner;
  let signs: Sign[];

  const serve = () =>
    gateway.bus.serve(seeSessions, (given) => {
      signs.push(...given.signs);
      return {};
    });
  const start = async (overrides: Partial<GatewayConfig> = {}) => {
    gateway = await runGateway({}, { overrides: { sessionSignsEveryMs: 20, ...overrides } });
    owner = new ScriptedOwner(gateway.bus, 'a-cut-line' as GameId, 'mo');
    signs = [];
  };
  beforeEach(() => start());
  afterEach(() => gateway.close());

  const join = async (userId: string, since?: { logId: string; version: number }) => {
    const socket = await RawSocket.open(gateway.wsUrl, { headers: { 'user-agent': 'Phone/1' } });
    const hello = { gameId: owner.gameId, token: await gateway.token(userId) };
    socket.hello(since === undefined ? hello : { ...hello, since });
    await socket.until(() => socket.received.some(({ type }) => type === 'snapshot' || type === 'events'));
    return socket;
  };
  /** The reports without their times. */
  const become = (...expected: readonly (readonly [userId: string, gone: boolean])[]) =>
    eventually(() => expect(signs.map(({ userId, gone }) => [userId, gone])).toEqual(expected));

  it('end the session when the connection is lost or the browser leaves the page', async () => {
    serve();
    (await join('ann')).socket.terminate();
    await become(['ann', true]);
    expect(signs[0]).toEqual({ userId: 'ann', userAgent: 'Phone/1', agoMs: expect.any(Number), gone: true });
    (await join('bob')).socket.close(1001);
    await become(['ann', true], ['bob', true]);
  });

  it('omit pages that close their own socket or the first of two sockets', async () => {
    serve();
    (await join('ann')).close();
    const [first, second] = [await join('bob'), await join('bob')];
    first.socket.terminate();
    await first.closed();
    (await join('cem')).socket.terminate();
    await become(['cem', true]);
    second.socket.terminate();
    await become(['cem', true], ['bob', true]);
  });

  it('resume the session of a user who reconnects', async () => {
    serve();
    const ann = await join('ann');
    const { logId, version } = ann.of('snapshot')[0]!;
    ann.socket.terminate();
    await become(['ann', true]);
    await join('ann', { logId, version });
    await become(['ann', true], ['ann', false]);
  });

  it('end the session of a silent socket at its last frame', async () => {
    await gateway.close();
    await start({ silentAfterMs: 300 });
    serve();
    await join('ann');
    await become(['ann', true]);
    expect(signs[0]?.agoMs).toBeGreaterThanOrEqual(300);
  });

  it('wait while telemetry does not answer', async () => {
    const [ann, bob] = [await join('ann'), await join('bob')];
    ann.socket.terminate();
    await ann.closed();
    bob.socket.terminate();
    await bob.closed();
    serve();
    await become(['ann', true], ['bob', true]);
  });
});
