import { afterEach, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const PING = { type: 'ping', t: 1, version: 1 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * From within the last phase of a turn, so that timers fire before the input that has arrived meanwhile is read: what
 * `say` sends is under way when the process stops.
 */
async function standStill(ms: number, say = () => undefined as void): Promise<void> {
  await turn();
  say();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a gateway that was suspended for longer than its timeouts', () => {
  const gateways: RunningGateway[] = [];
  let games = 0;
  const sockets: RawSocket[] = [];
  const buffered = (socket: RawSocket) => {
    sockets.push(socket);
    return socket;
  };
  /** A request that waits that long, and the owner of a game on it. */
  async function waitingFor(ms: number) {
    const gateway = await runGateway({}, { overrides: { helloWithinMs: ms, silentAfterMs: ms, stalledAfterMs: ms } });
    gateways.push(gateway);
    return { gateway, owner: new ScriptedOwner(gateway.bus, `game-${++games}` as GameId, 'mo') };
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.socket.terminate();
    for (const gateway of gateways.splice(0)) await gateway.close();
  });

  it('keeps the sockets open that only its own suspension made silent', async () => {
    // Long enough for ten megabytes to be sent and read on a busy machine.
    const { gateway, owner } = await waitingFor(4_000);
    const wish = { gameId: owner.gameId, token: await gateway.token('ann') };
    const [silent, reader] = [await RawSocket.join(gateway.wsUrl, wish), await RawSocket.join(gateway.wsUrl, wish)];
    const ann = buffered(await RawSocket.join(gateway.wsUrl, wish));
    const newcomer = buffered(await RawSocket.open(gateway.wsUrl));
    // More than the system buffers for a reader at once.
    ann.socket.pause();
    for (let i = 0; i < 10; i++) owner.happens(1, { padding: 1_000_000 });
    await buffered(reader).until(() => reader.versions.at(-1) === owner.version);
    await standStill(4_300, () => {
      ann.socket.resume();
      ann.send(PING);
      newcomer.hello(wish);
    });
    // A silent socket is closed at the next sweep.
    await buffered(silent).until(() => {
      for (const socket of [ann, newcomer]) socket.send(PING);
      return silent.closedWith === CLOSE_CODES.silent;
    });
    for (const socket of [ann, newcomer]) {
      await socket.until(() => socket.of('pong').length > 0 && socket.versions.at(-1) === owner.version);
      expect(socket.closedWith).toBeNull();
    }
  });

  it('still closes silent sockets, also while the event loop stalls repeatedly', async () => {
    const { gateway, owner } = await waitingFor(1_000);
    const ann = buffered(
      await RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token: await gateway.token('ann') }),
    );
    for (let i = 0; i < 8 && ann.closedWith === null; i++) {
      await standStill(225);
      for (let i = 0; i < 20; i++) await turn();
    }
    expect(await ann.closed()).toBe(CLOSE_CODES.silent);
  });
});
