import { erasedSubject, type GameId, roleEventsSubject, roleEventsText } from '@earworm/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.close());

const enter = async (gameId: GameId, who: string, as: 'moderator' | 'player', also: object = {}) => {
  const socket = await RawSocket.open(gateway.wsUrl);
  socket.hello({ gameId, as, token: await gateway.token(who), ...also });
  await socket.until(() => socket.of('snapshot').length > 0 || socket.of('bye').length > 0);
  return socket;
};

describe('a game that is erased', () => {
  it('closes its sockets with game-not-found, and leaves those of other games open', async () => {
    const [owner, other] = [
      new ScriptedOwner(gateway.bus, 'erased' as GameId, 'mo'),
      new ScriptedOwner(gateway.bus, 'kept' as GameId, 'mo'),
    ];
    const sockets = [await enter(owner.gameId, 'mo', 'moderator'), await enter(owner.gameId, 'ann', 'player')];
    const ben = await enter(other.gameId, 'ben', 'player');
    gateway.bus.publish(erasedSubject(owner.gameId), new Uint8Array());
    for (const socket of sockets) {
      await socket.until(() => socket.of('bye').length > 0);
      expect(socket.of('bye')).toMatchObject([{ code: 'game-not-found', retryInMs: null }]);
    }
    expect(ben.of('bye')).toEqual([]);
    ben.close();
  });

  it('resumes no socket from the frames that the gateway kept', async () => {
    const owner = new ScriptedOwner(gateway.bus, 'erased-ring' as GameId, 'mo');
    const ann = await enter(owner.gameId, 'ann', 'player');
    gateway.bus.publish(erasedSubject(owner.gameId), new Uint8Array());
    await ann.until(() => ann.of('bye').length > 0);
    const asked = owner.requests.snapshot + owner.requests.playerSnapshots;
    const since = { logId: owner.logId, version: owner.version };
    const token = await gateway.token('ann');
    const back = await RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token, since });
    expect(owner.requests.snapshot + owner.requests.playerSnapshots).toBeGreaterThan(asked);
    back.close();
  });
});

describe('a game from whose history a person was erased', () => {
  const NAME = 'Zelma';
  /** With the name in a frame that the gateway keeps. */
  async function named(gameId: string) {
    const owner = new ScriptedOwner(gateway.bus, gameId as GameId, 'mo');
    const ann = await enter(owner.gameId, 'ann', 'player');
    const item = JSON.stringify({ v: ++owner.version, type: 'playerNameSet', at: 1, playerId: 'zelma', name: NAME });
    const text = roleEventsText(owner.logId, owner.version, [item]);
    gateway.bus.publish(roleEventsSubject(owner.gameId, 'player'), Buffer.from(text));
    await ann.until(() => JSON.stringify(ann.received).includes(NAME));
    const since = { logId: owner.logId, version: 1 };
    return { owner, ann, since };
  }
  const rewrite = (owner: ScriptedOwner) => void (owner.logId = 'log-2');
  const isNew = (socket: RawSocket) => socket.of('snapshot').at(-1)?.logId === 'log-2';

  it('reaches open sockets anew with the next head, and resumes none from a frame that has the name', async () => {
    const { owner, ann, since } = await named('rewritten');
    rewrite(owner);
    owner.saysHeads();
    await ann.until(() => isNew(ann));
    const back = await enter(owner.gameId, 'ann', 'player', { since });
    expect(isNew(back)).toBe(true);
    expect(JSON.stringify(back.received)).not.toContain(NAME);
    for (const socket of [ann, back]) socket.close();
  });

  it('reaches all sockets anew when one client has loaded it, although the gateway has missed the head', async () => {
    const { owner, ann } = await named('rewritten-unheard');
    rewrite(owner);
    const ben = await enter(owner.gameId, 'ben', 'player');
    expect(isNew(ben)).toBe(true);
    await ann.until(() => isNew(ann));
    for (const socket of [ann, ben]) socket.close();
  });

  it('shows a returning client the name until the head arrives, and not afterwards', async () => {
    const { owner, ann, since } = await named('rewritten-late');
    rewrite(owner);
    const back = await RawSocket.join(gateway.wsUrl, {
      gameId: owner.gameId,
      token: await gateway.token('ann'),
      since,
    });
    expect(JSON.stringify(back.received)).toContain(NAME);
    owner.saysHeads();
    for (const socket of [ann, back]) await socket.until(() => isNew(socket));
    const later = await enter(owner.gameId, 'ann', 'player', { since });
    expect(JSON.stringify(later.received)).not.toContain(NAME);
    for (const socket of [ann, back, later]) socket.close();
  });
});
