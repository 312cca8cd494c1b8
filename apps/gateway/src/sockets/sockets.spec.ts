import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkStageKey, CLOSE_CODES, type GameId, presenceSubject, shardOf } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const MODERATOR = 'mo';
const STAGE_KEY = 'k'.repeat(32);
/** Of the same shard, so that its owner can answer for it. */
const NO_GAME = Array.from({ length: 1_000 }, (_, i) => `none-${i}`).find((id) => shardOf(id) === shardOf(GAME));

let gateway: RunningGateway;
let owner: ScriptedOwner;
const open: RawSocket[] = [];
let lookAtLink = async (): Promise<void> => undefined;

const keep = (socket: RawSocket) => {
  open.push(socket);
  return socket;
};
const join = async (userId: string, wish: object = {}, roles?: string[]) =>
  keep(await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(userId, { roles }), ...wish }));
const connect = async (options?: object) => keep(await RawSocket.open(gateway.wsUrl, options));

beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { helloWithinMs: 300, ringBytes: 65_536 } });
  owner = new ScriptedOwner(gateway.bus, GAME, MODERATOR);
  gateway.bus.serve(checkStageKey, async ({ gameId, stageKey }) => {
    await lookAtLink();
    return { fits: gameId === GAME && stageKey === STAGE_KEY };
  });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => gateway.close());

describe("a player's hello", () => {
  it('gets a snapshot with their own seat and then every event in order', async () => {
    const ann = await join('ann');
    const [snapshot] = ann.of('snapshot');
    expect(snapshot).toMatchObject({ role: 'player', userId: 'ann', seat: { id: 'ann' }, state: { kind: 'player' } });
    const start = owner.version;
    for (let i = 0; i < 20; i++) owner.happens();
    await ann.until(() => ann.versions.at(-1) === start + 20);
    expect(ann.versions).toEqual(Array.from({ length: 21 }, (_, i) => start + i));
  });

  it('resumes from their version without a snapshot', async () => {
    const ann = await join('ann');
    const since = { logId: owner.logId, version: owner.version };
    owner.happens(3);
    await ann.until(() => ann.versions.length === 4);
    const again = await join('ann', { since });
    await again.until(() => again.versions.length === 3);
    expect(again.of('snapshot')).toEqual([]);
    expect(again.versions).toEqual([since.version + 1, since.version + 2, since.version + 3]);
  });

  it('fails when the issuer gave the user an id that no game takes', async () => {
    const socket = await connect();
    socket.hello({ gameId: GAME, token: await gateway.token('f:federated:ann') });
    expect(await socket.closed()).toBe(CLOSE_CODES.forbidden);
  });

  it('opens the stage for any user with the key of the moderator’s link', async () => {
    const stage = await join('viewer', { as: 'stage', stageKey: STAGE_KEY });
    expect(stage.of('snapshot')).toMatchObject([{ role: 'stage', seat: null, state: { kind: 'stage' } }]);
  });

  it('leaves no trace in the room when the socket closes while the stage key is checked', async () => {
    const since = { logId: owner.logId, version: owner.version };
    const stages: number[] = [];
    const listening = gateway.bus.subscribe(presenceSubject(GAME), ({ data }) => {
      stages.push((JSON.parse(new TextDecoder().decode(data)) as { stages: number }).stages);
    });
    const looking = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    lookAtLink = () => {
      requested.resolve();
      return looking.promise;
    };
    const stage = await connect();
    stage.hello({ gameId: GAME, token: await gateway.token('viewer'), as: 'stage', stageKey: STAGE_KEY, since });
    await requested.promise;
    stage.socket.terminate();
    await eventually(async () => expect(await gateway.metrics()).toMatch(/^gateway_sockets(\{.*\})? 0$/m));
    looking.resolve();
    lookAtLink = async () => undefined;
    stages.length = 0;
    await join('ann');
    await eventually(() => expect(stages.length).toBeGreaterThan(0));
    expect(stages).toEqual(stages.map(() => 0));
    listening.unsubscribe();
  });

  it('gets a snapshot when their version is of another history', async () => {
    const ann = await join('ann', { since: { logId: 'another', version: 1 } });
    expect(ann.of('snapshot')).toHaveLength(1);
  });

  it('shows how many are online and whether the moderator is', async () => {
    const ann = await join('ann');
    const mo = await join(MODERATOR, { as: 'moderator' });
    await ann.until(() => ann.of('presence').some(({ online, moderator }) => online === 1 && moderator));
    await mo.until(() => mo.of('presence').some(({ users }) => users?.includes('ann') === true));
    expect(ann.of('presence').every(({ users }) => users === undefined)).toBe(true);
  });

  it('precedes pongs with the version that the owner published', async () => {
    const ann = await join('ann');
    const published = owner.version;
    owner.happens(2);
    await ann.until(() => ann.versions.length === 3);
    ann.send({ type: 'ping', t: 7, version: published });
    await ann.until(() => ann.of('pong').length === 1);
    expect(ann.of('pong')[0]).toMatchObject({ t: 7, head: published });
    owner.saysHeads();
    await gateway.bus.flush();
    ann.send({ type: 'ping', t: 8, version: published });
    await ann.until(() => ann.of('pong').length === 2);
    expect(ann.of('pong')[1]).toMatchObject({ t: 8, head: owner.version });
  });
});

describe('a command', () => {
  const buzz = (id: string) => ({ type: 'command', id, command: { type: 'buzz', questionId: 'q1' } });

  it('gets one answer, with the version at which it is in the log', async () => {
    const ann = await join('ann');
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length > 0);
    expect(ann.of('answer')).toEqual([{ type: 'answer', id: 'command-1', ok: true, version: owner.version }]);
    expect(owner.sentCommands.at(-1)).toMatchObject({
      commandId: 'command-1',
      actor: { userId: 'ann', isAdmin: false },
    });
  });

  it('fails for a player when it is a moderator’s, and the other way round', async () => {
    const ann = await join('ann');
    const mo = await join(MODERATOR, { as: 'moderator' });
    ann.send({ type: 'command', id: 'command-2', command: { type: 'startGame' } });
    mo.send(buzz('command-3'));
    await ann.until(() => ann.of('answer').length > 0);
    await mo.until(() => mo.of('answer').length > 0);
    expect(ann.of('answer')[0]).toMatchObject({ ok: false, code: 'forbidden' });
    expect(mo.of('answer')[0]).toMatchObject({ ok: false, code: 'forbidden' });
  });

  it('fails when it cannot be parsed, and the socket stays open', async () => {
    const ann = await join('ann');
    ann.send({ type: 'command', id: 'command-4', command: { type: 'invented' } });
    await ann.until(() => ann.of('answer').length > 0);
    expect(ann.of('answer')[0]).toMatchObject({ id: 'command-4', ok: false, code: 'bad-request' });
  });

  it('beyond the buzz limit is refused with the seconds to wait, for that player only', async () => {
    const eve = await join('eve');
    const ann = await join('ann-2');
    for (let i = 0; i < 21; i++) eve.send(buzz(`limit-eve-${i}`));
    ann.send(buzz('limit-ann-1'));
    await eve.until(() => eve.of('answer').length === 21);
    await ann.until(() => ann.of('answer').length === 1);
    const refused = eve.of('answer').filter(({ ok }) => !ok);
    expect(refused).toEqual([
      { type: 'answer', id: 'limit-eve-20', ok: false, code: 'limit-answer', params: { n: expect.any(Number) } },
    ]);
    expect(ann.of('answer')[0]?.ok).toBe(true);
  });
});

describe('a misbehaving socket is closed with its own code, counted, and disturbs no other', () => {
  let neighbour: RawSocket;
  beforeEach(async () => {
    neighbour = await join('neighbour');
  });
  afterEach(async () => {
    const before = neighbour.versions.length;
    owner.happens();
    await neighbour.until(() => neighbour.versions.length === before + 1);
    expect(neighbour.closedWith).toBeNull();
  });

  it.each<[string, string, (socket: RawSocket) => void, number]>([
    ['a frame over 8 KiB', 'too-large', (s) => s.socket.send('x'.repeat(8_193)), 1009],
    ['a binary frame', 'bad-frame', (s) => s.socket.send(Buffer.from('{}')), CLOSE_CODES['bad-frame']],
    ['text that is no UTF-8', 'invalid-utf8', (s) => s.socket.send(Buffer.from([0xc3, 0x28]), { binary: false }), 1007],
    ['text that is no JSON', 'bad-frame', (s) => s.socket.send('{'), CLOSE_CODES['bad-frame']],
    ['an array', 'bad-frame', (s) => s.socket.send('[1]'), CLOSE_CODES['bad-frame']],
    ['a frame of an unknown type', 'unknown-frame', (s) => s.send({ type: 'what' }), CLOSE_CODES['unknown-frame']],
    ['a key too many', 'bad-frame', (s) => s.send({ type: 'ping', t: 1, version: 1, x: 1 }), CLOSE_CODES['bad-frame']],
    ['__proto__', 'bad-frame', (s) => s.socket.send('{"type":"ping","t":1,"version":1,"__proto__":{"a":1}}'), 4002],
    ['a number that is none', 'bad-frame', (s) => s.socket.send('{"type":"ping","t":1e999,"version":1}'), 4002],
    ['deep JSON', 'bad-frame', (s) => s.socket.send('['.repeat(4_000)), CLOSE_CODES['bad-frame']],
    ['a ping before any hello', 'no-hello', (s) => s.send({ type: 'ping', t: 1, version: 1 }), CLOSE_CODES['no-hello']],
    ['silence instead of a hello', 'no-hello', () => undefined, CLOSE_CODES['no-hello']],
    ['a fragment per byte', 'too-many-parts', inFragments, 1008],
  ])('%s', async (_, reason, misbehave, code) => {
    const before = await closings(gateway, reason);
    const socket = await connect();
    misbehave(socket);
    expect(await socket.closed()).toBe(code);
    await eventually(async () => expect(await closings(gateway, reason)).toBe(before + 1));
  });

  it('a flood of pings', async () => {
    const socket = await join('flooder');
    for (let i = 0; i < 40; i++) socket.send({ type: 'ping', t: i, version: 1 });
    expect(await socket.closed()).toBe(CLOSE_CODES.flood);
  });

  it('a flood of protocol pings', async () => {
    const socket = await join('flooder');
    for (let i = 0; i < 40; i++) socket.socket.ping();
    expect(await socket.closed()).toBe(CLOSE_CODES.flood);
  });

  it('no ping for too long', async () => {
    const impatient = await runGateway({}, { overrides: { silentAfterMs: 300 } });
    new ScriptedOwner(impatient.bus, GAME, MODERATOR);
    const socket = await RawSocket.join(impatient.wsUrl, { gameId: GAME, token: await impatient.token('silent') });
    expect(await socket.closed()).toBe(CLOSE_CODES.silent);
    await impatient.close();
  });
});

describe('a hello is refused', () => {
  it.each<[string, () => Promise<object>, keyof typeof CLOSE_CODES]>([
    [
      'with an expired token',
      async () => ({ token: await gateway.token('ann', { expiresInS: -60 }) }),
      'token-expired',
    ],
    [
      'with a token of another issuer',
      async () => ({ token: await gateway.token('ann', { issuer: 'http://elsewhere/realms/earworm' }) }),
      'unauthenticated',
    ],
    ['with a token that is none', async () => ({ token: 'none' }), 'unauthenticated'],
    ['as a moderator who is not', async () => ({ as: 'moderator' }), 'forbidden'],
    ['as the stage by a player', async () => ({ as: 'stage' }), 'forbidden'],
    ['as the stage with a made-up key', async () => ({ as: 'stage', stageKey: 'x'.repeat(32) }), 'forbidden'],
    ['as the moderator with the key of the stage', async () => ({ as: 'moderator', stageKey: STAGE_KEY }), 'forbidden'],
    ['as an observer who is no admin', async () => ({ as: 'observer' }), 'forbidden'],
    ['for a game that does not exist', async () => ({ gameId: NO_GAME }), 'game-not-found'],
  ])('%s', async (_, wish, reason) => {
    const socket = await connect();
    socket.hello({ gameId: GAME, token: await gateway.token('ann'), ...(await wish()) });
    expect(await socket.closed()).toBe(CLOSE_CODES[reason]);
    expect(socket.of('bye')).toEqual([expect.objectContaining({ retryInMs: null })]);
  });

  it.each(['token', 'access_token', 'x'])('before it is sent, when the URL has a token as %s', async (name) => {
    await expect(RawSocket.open(`${gateway.wsUrl}?${name}=${await gateway.token('ann')}`)).rejects.toThrow('400');
  });

  it.each([['http://evil.example'], ['null']])('before it is sent, from a page of %s', async (origin) => {
    await expect(connect({ headers: { origin } })).rejects.toThrow('403');
  });

  it('closes the connection then, also when the client keeps its side open', async () => {
    const tcp = connectTcp({ port: Number(new URL(gateway.httpUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    let isReset = false;
    tcp.on('error', () => (isReset = true));
    tcp.write(
      'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.example\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    tcp.resume();
    await once(tcp, 'end');
    // A server that is still open would read it.
    await eventually(() => {
      if (!tcp.destroyed) tcp.write('x');
      expect(isReset).toBe(true);
    });
  });

  it('succeeds for a page of the requested host', async () => {
    const socket = await connect({ headers: { origin: gateway.httpUrl } });
    expect(socket.closedWith).toBeNull();
  });
});

describe('an admin', () => {
  it('observes any game with the full view, and gives no commands', async () => {
    const admin = await join('root', { as: 'observer' }, ['admin']);
    expect(admin.of('snapshot')[0]).toMatchObject({ role: 'observer', state: { kind: 'full' }, seat: null });
    admin.send({ type: 'command', id: 'command-9', command: { type: 'completeGame' } });
    await admin.until(() => admin.of('answer').length > 0);
    expect(admin.of('answer')[0]).toMatchObject({ ok: false, code: 'forbidden' });
  });

  it('enters the audit log before they observe a game, and no player does', async () => {
    gateway.audit.begun.length = gateway.audit.ended.length = 0;
    await join('ann');
    await join('root', { as: 'observer' }, ['admin']);
    const act = { act: 'game-observed', userId: 'root', userName: 'root' };
    const target = { kind: 'game', id: GAME };
    expect(gateway.audit.begun).toEqual([{ ...act, target, details: {}, reason: null }]);
    expect(gateway.audit.ended).toMatchObject([{ outcome: 'done' }]);
  });

  it('gets a request to retry when observing a game cannot be recorded', async () => {
    gateway.audit.isDown = true;
    try {
      const socket = await connect();
      socket.hello({ gameId: GAME, token: await gateway.token('root', { roles: ['admin'] }), as: 'observer' });
      expect(await socket.closed()).toBe(CLOSE_CODES.busy);
      expect(socket.of('snapshot')).toEqual([]);
    } finally {
      gateway.audit.isDown = false;
    }
  });
});

function inFragments(socket: RawSocket): void {
  for (let i = 0; i < 40; i++) socket.socket.send('x', { fin: false });
}
