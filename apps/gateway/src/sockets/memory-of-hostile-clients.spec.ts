import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { eventually, memoryInUse } from '@earworm/service-kit/testing';
import { followed, newest } from '../testing/received.js';
import { frameOf, RawConnection } from '../testing/raw-connection.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const PLAYERS = 20;
const ROUNDS = 4;

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.close());

/** Each is sent on its own connection, which is closed soon after. */
function attacks(hello: Buffer): Buffer[] {
  const many = (count: number, frame: Buffer) => Buffer.concat(Array.from({ length: count }, () => frame));
  const deep = `{"type":"ping","t":1,"version":1,"x":${'['.repeat(4_000)}${']'.repeat(4_000)}}`;
  return [
    frameOf({ payload: 'x'.repeat(8_192) }),
    frameOf({ saysLength: 2 ** 40, payload: 'x'.repeat(60_000) }),
    frameOf({ payload: deep }),
    frameOf({ payload: `{${'"a":1,'.repeat(1_100)}"b":1}` }),
    frameOf({ first: 0x01, payload: '{' }),
    frameOf({ first: 0xf1, payload: '{}' }),
    frameOf({ payload: Buffer.from([0xff, 0xfe]) }),
    Buffer.concat([frameOf({ first: 0x01, payload: '{' }), many(500, frameOf({ first: 0x00, payload: ' ' }))]),
    many(500, frameOf({ first: 0x89, payload: 'x'.repeat(125) })),
    Buffer.concat([hello, many(500, frameOf({ payload: '{"type":"ping","t":1,"version":1}' }))]),
    Buffer.concat([hello, hello]),
    frameOf({ payload: hello.subarray(0, 300) }),
    Buffer.alloc(20_000, 'GET / HTTP/1.1\r\n'),
  ];
}

describe('a room of 20 while hostile traffic reaches its gateway', () => {
  it('gets every event in order, and the traffic leaves no memory and no socket behind', async () => {
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const token = await gateway.token('eve');
    const hello = frameOf({
      payload: JSON.stringify({
        type: 'hello',
        protocol: PROTOCOL_VERSION,
        rules: RULES,
        as: 'player',
        gameId: GAME,
        token,
      }),
    });
    const room = await Promise.all(
      Array.from({ length: PLAYERS }, async (_, i) =>
        RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(`player-${i}`) }),
      ),
    );
    /** Each on its own connection, while events are published. */
    const attack = async () => {
      const lines = await Promise.all(
        attacks(hello).map(async (bytes) => {
          const line = await RawConnection.open(gateway.port);
          line.write(bytes);
          return line;
        }),
      );
      for (let i = 0; i < 20; i++) {
        const version = owner.happens();
        for (const each of room) await each.until(() => newest(each) === version);
      }
      for (const line of lines) line.end();
      // All attackers have disconnected.
      const onlyPlayers = new RegExp(`^gateway_sockets(\\{.*\\})? ${PLAYERS}$`, 'm');
      await eventually(async () => expect(await gateway.metrics()).toMatch(onlyPlayers));
    };
    // Code that the first of them make the process load and compile is not part of the cost.
    await attack();
    const before = memoryInUse();
    for (let broadcast = 0; broadcast < ROUNDS; broadcast++) await attack();
    // Buffers are freed by another thread, some time after the collection.
    await eventually(() => {
      const { heap, arrayBuffers } = memoryInUse();
      expect(heap - before.heap).toBeLessThan(8 * 1024 * 1024);
      expect(arrayBuffers - before.arrayBuffers).toBeLessThan(4 * 1024 * 1024);
    });
    for (const each of room) {
      expect(each.closedWith).toBeNull();
      expect(followed(each)).toHaveLength(owner.version);
      each.close();
    }
  });
});
