import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const AT_ONCE = 2;
const MAY_WAIT = 3;
const COME = 20;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { helloConcurrency: AT_ONCE, helloQueue: MAY_WAIT } });
});
afterAll(() => gateway.close());

describe('hello handling at its concurrency limit', () => {
  it('admits as many as it can and asks the others to retry at different times', async () => {
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const inside = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token('first') });
    // // An admitted hello holds its slot until all others have been refused.
    let release = () => undefined as void;
    owner.snapshotWaits = new Promise((resolve) => (release = resolve));
    const token = await gateway.token('ann');
    const sockets = await Promise.all(Array.from({ length: COME }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of sockets) socket.hello({ gameId: GAME, token });
    const refusedNow = () => sockets.filter(({ closedWith }) => closedWith !== null);
    await eventually(() => expect(refusedNow()).toHaveLength(COME - AT_ONCE - MAY_WAIT));
    release();
    for (const socket of sockets) {
      await socket.until(() => socket.of('snapshot').length === 1 || socket.closedWith !== null);
    }
    const refused = refusedNow();
    expect(refused).toHaveLength(COME - AT_ONCE - MAY_WAIT);
    for (const { closedWith } of refused) expect(closedWith).toBe(CLOSE_CODES.busy);
    const times = refused.map((socket) => socket.of('bye')[0]?.retryInMs ?? 0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...times)).toBeLessThanOrEqual(3_000);
    expect(new Set(times).size).toBeGreaterThan(times.length / 2);
    expect(await closings(gateway, 'busy')).toBe(refused.length);

    const again = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token });
    owner.happens();
    await again.until(() => again.versions.at(-1) === owner.version);
    await inside.until(() => inside.versions.at(-1) === owner.version);
    for (const socket of [...sockets, again, inside]) socket.close();
  });
});
