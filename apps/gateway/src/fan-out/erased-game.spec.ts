import { erasedSubject, type GameId } from '@earworm/contracts';
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
    await enter(owner.gameId, 'ann', 'player', { since });
    expect(owner.requests.snapshot + owner.requests.playerSnapshots).toBeGreaterThan(asked);
  });
});
