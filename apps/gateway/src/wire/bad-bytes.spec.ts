import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { BAD_BYTES, BAD_TEXTS, PING } from '../testing/bad-frames.js';
import { RawConnection } from '../testing/raw-connection.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;

let gateway: RunningGateway;
let owner: ScriptedOwner;
let neighbour: RawSocket;
let beating: ReturnType<typeof setInterval>;
const lines: RawConnection[] = [];

const hello = async () =>
  JSON.stringify({
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    rules: RULES,
    as: 'player',
    gameId: GAME,
    token: await gateway.token('eve'),
  });
const line = async () => {
  const opened = await RawConnection.open(gateway.port);
  lines.push(opened);
  return opened;
};
const inRoom = async () => {
  const opened = await line();
  opened.send({ payload: await hello() });
  return opened;
};

beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { helloWithinMs: 400, silentAfterMs: 2_000 } });
  owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
});
beforeEach(async () => {
  neighbour = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token('neighbour') });
  beating = setInterval(() => neighbour.send({ type: 'ping', t: 1, version: 1 }), 600);
});
/** Whatever another client did, the room continues. */
afterEach(async () => {
  const before = neighbour.versions.length;
  owner.happens();
  await neighbour.until(() => neighbour.versions.length === before + 1);
  expect(neighbour.closedWith).toBeNull();
  clearInterval(beating);
  neighbour.close();
  for (const opened of lines.splice(0)) opened.end();
});
afterAll(() => gateway.close());

describe('bytes that are no WebSocket frame are answered with a close code, counted and disconnected', () => {
  it.each(BAD_BYTES)('%s', async (_, reason, misbehave, code) => {
    const before = await closings(gateway, reason);
    const bad = await line();
    misbehave(bad);
    await eventually(() => expect(bad.closedWith).toBe(code));
    await eventually(async () => expect(await closings(gateway, reason)).toBe(before + 1));
    await eventually(() => expect(bad.isOver).toBe(true));
  });
});

describe('a message that never ends', () => {
  it('closes the connection after the time for a hello when it comes in place of one', async () => {
    const bad = await line();
    bad.send({ first: 0x01, payload: '{"type":' });
    await eventually(() => expect(bad.closedWith).toBe(CLOSE_CODES['no-hello']));
  });

  it('closes the connection, too, when only the header announces the rest', async () => {
    const bad = await line();
    bad.send({ payload: '{"type":', saysLength: 8_000 });
    await eventually(() => expect(bad.closedWith).toBe(CLOSE_CODES['no-hello']));
  });

  it('counts as silence in the middle of a game, also when bytes keep trickling in', async () => {
    const bad = await inRoom();
    bad.send({ payload: '', saysLength: 8_000 });
    const drip = setInterval(() => bad.write(Buffer.from('x')), 50);
    await eventually(() => expect(bad.closedWith).toBe(CLOSE_CODES.silent));
    clearInterval(drip);
  });
});

describe('a slow phone', () => {
  it('sends a frame byte by byte', async () => {
    const slow = await inRoom();
    const before = await framesIn('ping');
    for (const byte of frameBytes()) {
      slow.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(async () => expect(await framesIn('ping')).toBe(before + 1));
    expect(slow.closedWith).toBeNull();
  });
});

describe('JSON that is no client frame', () => {
  it.each(BAD_TEXTS)('%s', async (_, text) => {
    const before = await closings(gateway, 'bad-frame');
    const bad = await inRoom();
    bad.send({ payload: text });
    await eventually(() => expect(bad.closedWith).toBe(CLOSE_CODES['bad-frame']));
    await eventually(async () => expect(await closings(gateway, 'bad-frame')).toBe(before + 1));
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('too many', () => {
  // Fewer bad tokens than the frames that anyone may send at once: the token ends the connection, however frames are
  // read.
  it.each<[string, number, 'flood' | 'unauthenticated', () => Promise<(l: RawConnection, i: number) => void>]>([
    ['pings are a flood', 40, 'flood', async () => (l) => l.send({ payload: PING })],
    ['protocol pings are a flood', 40, 'flood', async () => (l) => l.send({ first: 0x89 })],
    ['unsolicited pongs are a flood', 400, 'flood', async () => (l) => l.send({ first: 0x8a })],
    ['invalid commands are a flood', 400, 'flood', async () => (l, i) => l.send({ payload: noCommand(i) })],
    ['valid tokens are a flood', 400, 'flood', async () => saysAuth(await gateway.token('eve'))],
    ['invalid tokens end with the first of them', 200, 'unauthenticated', async () => saysAuth('none')],
  ])('%s, and the connection is closed once', async (_, times, reason, speech) => {
    const say = await speech();
    const counted = async () => ({
      flood: await closings(gateway, 'flood'),
      unauthenticated: await closings(gateway, 'unauthenticated'),
    });
    const before = await counted();
    const hellos = await framesIn('hello');
    const bad = await inRoom();
    await eventually(async () => expect(await framesIn('hello')).toBe(hellos + 1));
    for (let i = 0; i < times; i++) say(bad, i);
    await eventually(() => expect(bad.closedWith).toBe(CLOSE_CODES[reason]));
    await eventually(async () => expect(await counted()).toEqual({ ...before, [reason]: before[reason] + 1 }));
  });
});

const saysAuth = (token: string) => (l: RawConnection) => l.send({ payload: JSON.stringify({ type: 'auth', token }) });
const noCommand = (i: number) => `{"type":"command","id":"command-${i}","command":{"type":"nothing"}}`;

/** A ping with a mask of zeros, so that its bytes are fixed. */
function frameBytes(): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | PING.length, 0, 0, 0, 0]), Buffer.from(PING)]);
}

async function framesIn(type: string): Promise<number> {
  const found = new RegExp(`gateway_frames_in_total\\{type="${type}".*\\} (\\d+)`).exec(await gateway.metrics());
  return Number(found?.[1] ?? 0);
}
