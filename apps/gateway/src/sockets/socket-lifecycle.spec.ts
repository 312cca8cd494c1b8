import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CLOSE_CODES, type GameId, PROTOCOL_VERSION } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
let owner: ScriptedOwner;

beforeAll(async () => {
  // The ring is so small that a burst of events overruns cursors that could not write yet.
  gateway = await runGateway({}, { overrides: { ringBytes: 2_000 } });
  owner = new ScriptedOwner(gateway.bus, 'a-long-life' as GameId, 'mo');
});
afterAll(() => gateway.close());

const join = async (wish: { protocol?: number; expiresInS?: number } = {}) =>
  RawSocket.join(gateway.wsUrl, {
    gameId: owner.gameId,
    token: await gateway.token('ann', { expiresInS: wish.expiresInS ?? 3_600 }),
    protocol: wish.protocol ?? PROTOCOL_VERSION,
  });

describe('a slow consumer', () => {
  it('gets one snapshot, and is closed when it needs another within half a minute', async () => {
    const ann = await join();
    const burst = () => {
      for (let i = 0; i < 60; i++) owner.happens(1, { padding: 200 });
    };
    burst();
    await ann.until(() => ann.of('snapshot').length === 2 && ann.versions.at(-1) === owner.version);
    expect(ann.closedWith).toBeNull();
    burst();
    expect(await ann.closed()).toBe(CLOSE_CODES['too-slow']);
    expect(ann.of('snapshot')).toHaveLength(2);
    expect(ann.of('bye')).toEqual([expect.objectContaining({ code: 'busy', retryInMs: expect.any(Number) })]);
  });
});

describe('a client of another release', () => {
  it('plays one release behind', async () => {
    const ann = await join({ protocol: PROTOCOL_VERSION - 1 });
    expect(ann.of('snapshot')).toHaveLength(1);
    ann.close();
  });

  it.each([
    ['that is two behind is closed for good', PROTOCOL_VERSION - 2, 'protocol-too-old', null],
    [
      'that is newer than the gateway is asked to reconnect elsewhere',
      PROTOCOL_VERSION + 1,
      'busy',
      expect.any(Number),
    ],
  ] as const)('%s', async (_, protocol, reason, retryInMs) => {
    const socket = await RawSocket.open(gateway.wsUrl);
    socket.hello({ gameId: owner.gameId, token: await gateway.token('ann'), protocol });
    expect(await socket.closed()).toBe(CLOSE_CODES[reason]);
    expect(socket.of('bye')).toEqual([expect.objectContaining({ retryInMs })]);
  });
});

const GRACE_MS = 15 * 60_000;

describe('an expired token that is not renewed', () => {
  it('closes its socket a quarter of an hour after it expired, and not before', async () => {
    const [ann, earlier] = [await join({ expiresInS: 60 }), await join({ expiresInS: 30 })];
    const real = Date.now.bind(Date);
    const later = jest.spyOn(Date, 'now');
    try {
      later.mockImplementation(() => real() + GRACE_MS + 31_000);
      expect(await earlier.closed()).toBe(CLOSE_CODES['token-expired']);
      await ann.pong();
      expect(ann.closedWith).toBeNull();
      later.mockImplementation(() => real() + GRACE_MS + 61_000);
      expect(await ann.closed()).toBe(CLOSE_CODES['token-expired']);
    } finally {
      later.mockRestore();
    }
  });
});
