import { describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId, presenceSubject } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;

describe('a gateway that shuts down', () => {
  it('reports that it is not ready, and closes all sockets over time, each with a time to reconnect', async () => {
    const gateway = await runGateway({ DRAIN_MS: '1500', PUBLIC_PROBES: 'true' });
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const token = await gateway.token('ann');
    const sockets = await Promise.all(
      Array.from({ length: 12 }, () => RawSocket.join(gateway.wsUrl, { gameId: GAME, token })),
    );
    const closedAt: number[] = [];
    for (const { socket } of sockets) socket.on('close', () => closedAt.push(performance.now()));
    const stopped = gateway.close();
    await eventually(async () => expect((await fetch(`${gateway.httpUrl}/health/ready`)).status).toBe(503));
    owner.happens();
    const late = await RawSocket.open(gateway.wsUrl);
    await stopped;
    for (const socket of sockets) {
      expect(await socket.closed()).toBe(CLOSE_CODES['going-away']);
      expect(socket.of('bye')).toEqual([{ type: 'bye', code: 'unavailable', retryInMs: expect.any(Number) }]);
    }
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(150);
    expect(new Set(sockets.map((socket) => socket.of('bye')[0]?.retryInMs)).size).toBeGreaterThan(6);
    // Closed one after another they need not wait; those that are still sent here wait until that is noticed.
    for (const socket of sockets) expect(socket.of('bye')[0]?.retryInMs).toBeLessThanOrEqual(250);
    expect(late.of('bye')[0]?.retryInMs).toBeGreaterThanOrEqual(250);
  });
});

describe('a gateway that closes its sockets for a restart', () => {
  it('reports no moderator as disconnected, which would pause the game', async () => {
    const gateway = await runGateway({ DRAIN_MS: '1500' });
    new ScriptedOwner(gateway.bus, GAME, 'mo');
    const reported: string[][] = [];
    gateway.bus.subscribe(presenceSubject(GAME), ({ data }) => {
      reported.push((JSON.parse(new TextDecoder().decode(data)) as { users: string[] }).users);
    });
    const sockets = await Promise.all(
      ['mo', 'ann', 'bob', 'cem'].map(async (user) =>
        RawSocket.join(gateway.wsUrl, {
          gameId: GAME,
          token: await gateway.token(user),
          as: user === 'mo' ? 'moderator' : 'player',
        }),
      ),
    );
    await eventually(() => expect(reported.at(-1)).toHaveLength(4));
    await gateway.close();
    for (const socket of sockets) expect(await socket.closed()).toBe(CLOSE_CODES['going-away']);
    expect(reported.filter((users) => !users.includes('mo'))).toEqual([]);
    expect(reported.at(-1)).toHaveLength(4);
  });
});

describe('hellos beyond the queue', () => {
  it('get a request to reconnect', async () => {
    const gateway = await runGateway({}, { overrides: { helloConcurrency: 1, helloQueue: 2 } });
    new ScriptedOwner(gateway.bus, GAME, 'mo');
    const token = await gateway.token('ann');
    const sockets = await Promise.all(Array.from({ length: 12 }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of sockets) socket.hello({ gameId: GAME, token });
    for (const socket of sockets) await socket.until(() => socket.received.length > 0);
    const refused = sockets.filter((socket) => socket.of('bye').length > 0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(12);
    for (const socket of refused) {
      expect(await socket.closed()).toBe(CLOSE_CODES.busy);
      expect(socket.of('bye')[0]).toMatchObject({ code: 'busy', retryInMs: expect.any(Number) });
    }
    await gateway.close();
  });
});
