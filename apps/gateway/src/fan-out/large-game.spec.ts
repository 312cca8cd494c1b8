import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GameId } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const SOCKETS = 400;
/**
 * How many of the sockets may enter before a buzz that arrived after all of them is answered: some turns of eight each.
 */
const MOST_BEFORE = SOCKETS / 4;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.close());

describe('many sockets that reconnect at once', () => {
  it('delay no buzz until all hellos are handled', async () => {
    const small = new ScriptedOwner(gateway.bus, 'small' as GameId, 'mo');
    const large = new ScriptedOwner(gateway.bus, 'large' as GameId, 'mo');
    const token = await gateway.token('ann');
    const ann = await RawSocket.join(gateway.wsUrl, { gameId: small.gameId, token });
    // The room is loaded and the token cached, as when a whole room has lost its connections.
    const first = await RawSocket.join(gateway.wsUrl, { gameId: large.gameId, token });
    const since = { logId: large.logId, version: large.version };
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => RawSocket.open(gateway.wsUrl)));
    const areIn = () => sockets.filter(({ received }) => received.length > 0).length;

    for (const socket of sockets) socket.hello({ gameId: large.gameId, token, since });
    ann.send({ type: 'command', id: 'press-0001', command: { type: 'buzz', questionId: 'q1' } });
    let before = -1;
    ann.socket.on('message', () => {
      if (before < 0 && ann.of('answer').length > 0) before = areIn();
    });
    await ann.until(() => before >= 0);
    expect(ann.of('answer')[0]).toMatchObject({ id: 'press-0001', ok: true });
    expect(before).toBeLessThan(MOST_BEFORE);

    for (const socket of sockets) await socket.until(() => socket.of('events').length > 0);
    large.happens();
    for (const socket of [first, ...sockets]) await socket.until(() => socket.versions.at(-1) === large.version);
    for (const socket of [ann, first, ...sockets]) socket.close();
  });
});
