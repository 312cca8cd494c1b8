import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId } from '@earworm/contracts';
import { closings } from '../testing/closings.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const AT_ONCE = 2;
const MAY_WAIT = 3;
const COME = 20;
const GREETED_IN_MS = 400;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway({ HELLO_CONCURRENCY: String(AT_ONCE), HELLO_QUEUE: String(MAY_WAIT) });
});
afterAll(() => gateway.close());

describe('a door through which more want to come than can be greeted', () => {
  it('lets in whom it can and tells the others when to come back, each at another time', async () => {
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const inside = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token('first') });
    // Longer than all of them take to say hello: whoever is let in then has not left room for another.
    gateway.faults.gateway.delay('game.snapshot.>', GREETED_IN_MS);
    const token = await gateway.token('ann');
    const crowd = await Promise.all(Array.from({ length: COME }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of crowd) socket.hello({ gameId: GAME, token });
    for (const socket of crowd) {
      await socket.until(() => socket.of('snapshot').length === 1 || socket.closedWith !== null);
    }
    const refused = crowd.filter(({ closedWith }) => closedWith !== null);
    expect(refused.length).toBeGreaterThanOrEqual(COME - AT_ONCE - MAY_WAIT - 1);
    expect(refused.length).toBeLessThan(COME);
    for (const { closedWith } of refused) expect(closedWith).toBe(CLOSE_CODES.busy);
    const times = refused.map((socket) => socket.of('bye')[0]?.retryInMs ?? 0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...times)).toBeLessThanOrEqual(3_000);
    expect(new Set(times).size).toBeGreaterThan(times.length / 2);
    expect(await closings(gateway, 'busy')).toBe(refused.length);

    gateway.faults.gateway.clear();
    const again = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token });
    owner.happens();
    await again.until(() => again.versions.at(-1) === owner.version);
    await inside.until(() => inside.versions.at(-1) === owner.version);
    for (const socket of [...crowd, again, inside]) socket.close();
  });
});
