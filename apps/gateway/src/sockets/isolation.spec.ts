import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, shardOf } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const [HERE, THERE] = ['red' as GameId, 'blue' as GameId];
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { helloConcurrency: 4 } });
});
afterAll(() => gateway.close());

const token = (user: string) => gateway.token(user);

describe('two games on one gateway', () => {
  it('belong to different shards in this spec', () => expect(shardOf(HERE)).not.toBe(shardOf(THERE)));

  it('wait for no other: without an owner for one, the players of the other still enter', async () => {
    const owner = new ScriptedOwner(gateway.bus, HERE, 'mo');
    const waiting = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of waiting) socket.hello({ gameId: THERE, token: await token('bob') });
    const ann = await RawSocket.join(gateway.wsUrl, { gameId: HERE, token: await token('ann') });
    // They are all still waiting: players of the other game would have entered only after they were closed.
    expect(waiting.map(({ received, closedWith }) => [received.length, closedWith])).toEqual(
      waiting.map(() => [0, null]),
    );
    expect(ann.of('snapshot')[0]?.version).toBe(owner.version);

    const late = new ScriptedOwner(gateway.bus, THERE, 'mo');
    for (const socket of waiting) await socket.until(() => socket.of('snapshot').length === 1);
    owner.happens();
    await ann.until(() => ann.versions.length === 2);
    late.happens();
    for (const socket of waiting) await socket.until(() => socket.versions.length === 2);
    expect(ann.versions).toEqual([1, 2]);
    for (const socket of [...waiting, ann]) socket.close();
  });

  it('wait for no other: while the owner of one is lost, newcomers of the other enter', async () => {
    const [here, there] = [HERE, THERE].map((id) => `${id}-3` as GameId) as [GameId, GameId];
    new ScriptedOwner(gateway.bus, here, 'mo');
    const lost = new ScriptedOwner(gateway.bus, there, 'mo');
    const member = await RawSocket.join(gateway.wsUrl, { gameId: there, token: await token('bob') });
    lost.stop();
    const waiting = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of waiting) socket.hello({ gameId: there, token: await token('bob') });
    const ann = await RawSocket.join(gateway.wsUrl, { gameId: here, token: await token('ann') });
    expect(waiting.map(({ received, closedWith }) => [received.length, closedWith])).toEqual(
      waiting.map(() => [0, null]),
    );

    new ScriptedOwner(gateway.bus, there, 'mo');
    for (const socket of waiting) await socket.until(() => socket.of('snapshot').length === 1);
    for (const socket of [...waiting, member, ann]) socket.close();
  });

  it("receive none of each other's events", async () => {
    const owners = [HERE, THERE].map((id) => new ScriptedOwner(gateway.bus, `${id}-2` as GameId, 'mo'));
    const sockets = await Promise.all(
      owners.map(async ({ gameId }) => RawSocket.join(gateway.wsUrl, { gameId, token: await token('ann') })),
    );
    owners[0]?.happens(30);
    owners[1]?.happens(7);
    await sockets[0]?.until(() => sockets[0]?.versions.at(-1) === 31);
    await sockets[1]?.until(() => sockets[1]?.versions.at(-1) === 8);
    expect(sockets[1]?.versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const socket of sockets) socket.close();
  });
});
