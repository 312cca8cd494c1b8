import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, RefusedError } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.close());

const enterTo = (gameId: GameId) => async (who: string, as: 'moderator' | 'player') => {
  const socket = await RawSocket.open(gateway.wsUrl);
  socket.hello({ gameId, as, token: await gateway.token(who) });
  await socket.until(() => socket.of('snapshot').length > 0 || socket.of('bye').length > 0);
  return socket;
};

describe('a game whose moderator has signed in to an account', () => {
  it('admits the account as its moderator and no longer the guest, on a gateway that knew the guest', async () => {
    const owner = new ScriptedOwner(gateway.bus, 'moved' as GameId, 'guest');
    const enter = enterTo(owner.gameId);
    const ann = await enter('ann', 'player');
    const before = await enter('guest', 'moderator');
    expect(before.of('snapshot')).toHaveLength(1);
    expect((await enter('account', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);

    owner.moderatorMoves('account');
    const after = await eventually(async () => {
      const socket = await enter('account', 'moderator');
      expect(socket.of('snapshot')).toHaveLength(1);
      return socket;
    });
    await ann.until(() => ann.of('presence').at(-1)?.moderator === true);
    expect((await enter('guest', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);
    for (const socket of [ann, before, after]) socket.close();
  });

  it('admits the new account as moderator although the owner could not answer at first', async () => {
    const owner = new ScriptedOwner(gateway.bus, 'moved-unheard' as GameId, 'guest');
    const enter = enterTo(owner.gameId);
    const ann = await enter('ann', 'player');
    const guest = await enter('guest', 'moderator');
    const before = owner.requests.snapshot;
    owner.snapshotWaits = Promise.reject(new RefusedError('unavailable'));
    owner.snapshotWaits.catch(() => undefined);
    owner.moderatorMoves('account');
    // Once for each kind of view that has a subscriber here.
    await eventually(() => expect(owner.requests.snapshot).toBe(before + 2));
    owner.snapshotWaits = null;
    const after = await eventually(async () => {
      const socket = await enter('account', 'moderator');
      expect(socket.of('snapshot')).toHaveLength(1);
      return socket;
    });
    expect((await enter('guest', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);
    for (const socket of [ann, guest, after]) socket.close();
  });
});
