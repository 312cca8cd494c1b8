import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type CloseReason, type GameId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { BAD_COMMANDS, BAD_HELLOS, BUZZ, PING } from '../testing/bad-frames.js';
import { closings } from '../testing/closings.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const [GAME, OTHER] = ['game-1' as GameId, 'game-2' as GameId];

let gateway: RunningGateway;
let owners: ScriptedOwner[];
const open: RawSocket[] = [];
const buffered = (socket: RawSocket) => {
  open.push(socket);
  return socket;
};
const join = async (userId = 'ann', wish: object = {}) =>
  buffered(await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(userId), ...wish }));

beforeAll(async () => {
  gateway = await runGateway();
  owners = [GAME, OTHER].map((id) => new ScriptedOwner(gateway.bus, id, 'mo'));
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.socket.terminate();
});
afterAll(() => gateway.close());

describe('a socket before its hello', () => {
  it.each<[string, () => Promise<string>]>([
    ['gives no command', async () => `{"type":"command","id":"command-1","command":${BUZZ}}`],
    ['brings no token', async () => JSON.stringify({ type: 'auth', token: await gateway.token('ann') })],
    ['asks for no time', async () => PING],
  ])('%s', async (_, text) => {
    const before = await closings(gateway, 'no-hello');
    const socket = buffered(await RawSocket.open(gateway.wsUrl));
    socket.socket.send(await text());
    expect(await socket.closed()).toBe(CLOSE_CODES['no-hello']);
    expect(socket.received).toEqual([{ type: 'bye', code: 'bad-request', retryInMs: expect.any(Number) }]);
    await eventually(async () => expect(await closings(gateway, 'no-hello')).toBe(before + 1));
  });
});

describe('a command from a misbehaving client', () => {
  it.each<[string, string]>([
    ['with an id that no store takes', '\u0000aaaaaaa'],
    ['with an id of too many characters', 'a'.repeat(65)],
    ['with an id of a few', 'a'],
    ['with a line break in its id', 'command-1\n'],
  ])('%s never reaches the game', async (_, id) => {
    const given = owners[0]?.sentCommands.length;
    const socket = await join();
    socket.send({ type: 'command', id, command: { type: 'joinGame', name: 'Ann' } });
    await socket.until(() => socket.closedWith !== null || socket.of('answer').length > 0);
    expect(socket.of('answer').filter(({ ok }) => ok)).toEqual([]);
    expect(owners[0]?.sentCommands).toHaveLength(given ?? NaN);
  });
});

describe('a hello', () => {
  const hello = async (more: object) => {
    const socket = buffered(await RawSocket.open(gateway.wsUrl));
    const token = await gateway.token('ann');
    socket.send({ type: 'hello', protocol: 1, rules: 1, as: 'player', gameId: GAME, token, ...more });
    return socket;
  };
  it.each(BAD_HELLOS)('%s is none', async (_, more) => {
    const socket = await hello(more);
    expect(await socket.closed()).toBe(CLOSE_CODES['bad-frame']);
    expect(socket.received).toEqual([{ type: 'bye', code: 'bad-request', retryInMs: expect.any(Number) }]);
  });

  it('closes the socket when it is the second one, also for another game', async () => {
    const ann = await join();
    ann.hello({ gameId: OTHER, token: await gateway.token('ann') });
    expect(await ann.closed()).toBe(CLOSE_CODES['bad-frame']);
    expect(ann.of('snapshot')).toHaveLength(1);
  });
});

describe('a socket in its game', () => {
  it.each(BAD_COMMANDS(OTHER))(
    'gets a command %s refused, which reaches no service, and stays open',
    async (_, text) => {
      const ann = await join();
      const given = owners.map((owner) => owner.sentCommands.length);
      ann.socket.send(text);
      await ann.until(() => ann.of('answer').length === 1);
      expect(ann.of('answer')).toEqual([{ type: 'answer', id: 'command-1', ok: false, code: 'bad-request' }]);
      expect(owners.map((owner) => owner.sentCommands.length)).toEqual(given);
      expect(ann.closedWith).toBeNull();
    },
  );

  it.each<[string, string, object]>([
    ['the stage', 'mo', { as: 'stage' }],
    ['a player, the moderator’s', 'mo', { as: 'player' }],
  ])('gives only the commands of its role: %s', async (_, userId, wish) => {
    const socket = await join(userId, wish);
    const given = owners.map((owner) => owner.sentCommands.length);
    for (const [i, type] of ['startGame', 'completeGame', 'leaveAsModerator'].entries())
      socket.send({ type: 'command', id: `command-${i}`, command: { type } });
    await socket.until(() => socket.of('answer').length === 3);
    for (const answer of socket.of('answer')) expect(answer.ok).toBe(false);
    expect(socket.of('answer')[0]).toMatchObject({ code: 'forbidden' });
    expect(owners.map((owner) => owner.sentCommands.length)).toEqual(given);
  });

  it.each<[string, object, CloseReason | null]>([
    ['has run out changes nothing', { expiresInS: -60 }, null],
    ['another issuer signed ends it', { issuer: 'http://elsewhere/realms/earworm' }, 'unauthenticated'],
  ])('a token that %s', async (_, wish, reason) => {
    const ann = await join();
    ann.send({ type: 'auth', token: await gateway.token('ann', wish) });
    ann.socket.send(PING);
    if (reason !== null) return expect(await ann.closed()).toBe(CLOSE_CODES[reason]);
    await ann.until(() => ann.of('pong').length === 1);
    expect(ann.closedWith).toBeNull();
  });

  it('sends up to 8,192 bytes at once, also with characters split between fragments', async () => {
    const ann = await join();
    ann.socket.send(PING.padEnd(8_192));
    const umlauts = Buffer.from('{"type":"command","id":"ünmöglich","command":{"type":"invented"}}');
    const cut = umlauts.indexOf('ü') + 1;
    ann.socket.send(umlauts.subarray(0, cut), { binary: false, fin: false });
    ann.socket.send(umlauts.subarray(cut), { binary: false, fin: true });
    await ann.until(() => ann.of('pong').length === 1 && ann.of('answer').length === 1);
    expect(ann.of('answer')[0]).toMatchObject({ id: 'ünmöglich', code: 'bad-request' });
  });
});
