import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CLOSE_CODES, type GameId, presenceSubject, RULES } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
let games = 0;
const open: RawSocket[] = [];

/** Each title has its own game. */
const newGame = (isOld = false) =>
  new ScriptedOwner(gateway.bus, `game-${++games}` as GameId, 'mo', ['player', 'stage', 'full'], isOld);
const join = async (owner: ScriptedOwner, userId: string, wish: object = {}, expiresInS?: number) => {
  const token = await gateway.token(userId, { expiresInS });
  const socket = await RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token, ...wish });
  open.push(socket);
  return socket;
};
/** As if so many seconds had passed since now. */
const timeIs = (seconds: number) => {
  const real = performance.timeOrigin;
  jest.spyOn(Date, 'now').mockImplementation(() => real + performance.now() + seconds * 1_000);
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

beforeAll(async () => {
  // Sockets are swept five times within the time that a hello may take.
  gateway = await runGateway({}, { overrides: { ringBytes: 256 * 1024, helloWithinMs: 1_000 } });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const socket of open.splice(0)) socket.socket.terminate();
});
afterAll(() => gateway.close());

describe('events that the bus has lost', () => {
  it('arrive in order after one read from the owner, however many sockets wait', async () => {
    const owner = newGame();
    const sockets = await Promise.all(['ann', 'bob', 'cat'].map((user) => join(owner, user)));
    owner.happens();
    owner.happens(3, { lost: true });
    for (let i = 0; i < 5; i++) owner.happens();
    for (const socket of sockets) await socket.until(() => socket.versions.at(-1) === 10);
    for (const socket of sockets) expect(distinct(socket.versions)).toEqual(range(1, 10));
    expect(owner.requests.since).toBe(1);
  });

  it('come to light by the next head when no event follows', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(2, { lost: true });
    owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 3);
    expect(ann.versions).toEqual([1, 2, 3]);
  });

  it('reach no client again that got them from another gateway', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(3, { lost: true });
    const bob = await join(owner, 'bob', { since: { logId: owner.logId, version: 4 } });
    owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 4);
    owner.happens();
    for (const socket of [ann, bob]) await socket.until(() => socket.versions.at(-1) === 5);
    expect(ann.versions).toEqual([1, 2, 3, 4, 5]);
    expect(bob.versions).toEqual([5]);
  });

  it('lead to a snapshot when the owner no longer has them', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.keepsFrom = 100;
    owner.happens(200, { lost: true });
    owner.happens();
    await ann.until(() => ann.of('snapshot').length === 2);
    expect(ann.of('snapshot')[1]?.version).toBe(202);
    owner.happens();
    await ann.until(() => ann.versions.at(-1) === 203);
  });

  it('lead to a request at once when they are a new owner’s', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.saysHeads();
    owner.happens(2, { lost: true });
    owner.epoch = 2;
    const heads = owner.requests.heads;
    owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 3);
    await eventually(() => expect(owner.requests.heads).toBe(heads + 1));
  });
});

describe('a game whose history was replaced', () => {
  it('reaches all sockets again', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(5);
    await ann.until(() => ann.versions.at(-1) === 6);
    owner.logId = 'log-2';
    owner.version = 2;
    owner.saysHeads();
    await ann.until(() => ann.of('snapshot').length === 2);
    expect(ann.of('snapshot')[1]).toMatchObject({ logId: 'log-2', version: 2 });
    owner.happens();
    await ann.until(() => ann.versions.at(-1) === 3);
    expect(ann.closedWith).toBeNull();
  });
});

describe('a page with other rules', () => {
  it('gets snapshots instead of events, at most one a second, and this server’s rules', async () => {
    const owner = newGame();
    const from = performance.now();
    const old = await join(owner, 'ann', { rules: RULES + 1 });
    await eventually(() => {
      owner.happens(10);
      expect(old.of('snapshot').length).toBeGreaterThanOrEqual(3);
    });
    await old.until(() => old.of('snapshot').at(-1)?.version === owner.version);
    expect(old.of('events')).toEqual([]);
    // One at the start, one at once after an event, then one every second; a timer may be early by one.
    expect(old.of('snapshot').length).toBeLessThanOrEqual(2 + (performance.now() - from) / 999);
    expect(old.of('snapshot').every(({ rules }) => rules === RULES)).toBe(true);
    const current = await join(owner, 'ben');
    expect(current.of('snapshot')[0]?.rules).toBeUndefined();
  });

  it('shares one call of the owner with all others of its game, and shows its own seat', async () => {
    const owner = newGame();
    owner.seatless.add('cem');
    const users = ['ann', 'ben', 'cem'];
    const pages = await Promise.all(users.map((user) => join(owner, user, { rules: RULES + 1 })));
    const callsBefore = owner.requests.snapshot;
    owner.happens();
    for (const page of pages) await page.until(() => page.of('snapshot').at(-1)?.version === owner.version);
    expect(owner.requests).toMatchObject({ snapshot: callsBefore, playerSnapshots: 1 });
    expect(pages.map((page) => page.of('snapshot').at(-1)?.seat?.id)).toEqual(['ann', 'ben', undefined]);
  });

  it('asks for each user alone where the owner is of an older release', async () => {
    const owner = newGame(true);
    const pages = await Promise.all(['ann', 'ben'].map((user) => join(owner, user, { rules: RULES + 1 })));
    owner.happens();
    for (const page of pages) await page.until(() => page.of('snapshot').at(-1)?.version === owner.version);
    expect(owner.requests.playerSnapshots).toBe(0);
    expect(pages.map((page) => page.of('snapshot').at(-1)?.seat?.id)).toEqual(['ann', 'ben']);
  });
});

describe('an expiring token', () => {
  const buzz = (id: string) => ({ type: 'command', id, command: { type: 'buzz', questionId: 'q1' } });

  it('lets a seated player finish the question', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    timeIs(3_601);
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 1);
    expect(ann.of('answer')[0]).toMatchObject({ ok: true, version: 2 });
    await ann.until(() => ann.versions.at(-1) === 2);
    ann.send({ type: 'command', id: 'command-2', command: { type: 'joinGame', name: 'Ann' } });
    await ann.until(() => ann.of('answer').length === 2);
    expect(ann.of('answer')[1]).toMatchObject({ ok: false, code: 'token-expired' });
    expect(ann.closedWith).toBeNull();
  });

  it("stops a moderator's commands until it is renewed on the same socket", async () => {
    const owner = newGame();
    const mo = await join(owner, 'mo', { as: 'moderator' });
    timeIs(3_601);
    mo.send({ type: 'command', id: 'command-1', command: { type: 'startGame' } });
    await mo.until(() => mo.of('answer').length === 1);
    expect(mo.of('answer')[0]).toMatchObject({ ok: false, code: 'token-expired' });
    expect(owner.sentCommands).toEqual([]);
    mo.send({ type: 'auth', token: await gateway.token('mo') });
    mo.send({ type: 'command', id: 'command-2', command: { type: 'startGame' } });
    await mo.until(() => mo.of('answer').length === 2);
    expect(mo.of('answer')[1]).toMatchObject({ id: 'command-2', ok: true });
    expect(mo.of('snapshot')).toHaveLength(1);
  });

  it('gives way in its last fifth to a new token of the same user', async () => {
    const owner = newGame();
    const chance = jest.spyOn(Math, 'random');
    chance.mockReturnValue(0.5);
    const ann = await join(owner, 'ann');
    chance.mockReturnValue(0.9);
    const earlier = await join(owner, 'bob');
    chance.mockRestore();
    /** Resolves after the next sweep: this socket does not renew and is asked repeatedly. */
    const looked = async () => {
      const before = earlier.of('auth').length;
      await earlier.until(() => earlier.of('auth').length > before);
      await ann.pong();
    };
    // Half of the last fifth of an hour.
    timeIs(3_600 - 365);
    await looked();
    expect(ann.of('auth')).toEqual([]);
    timeIs(3_600 - 355);
    await ann.until(() => ann.of('auth').length === 1);
    expect(ann.of('auth')[0]?.before).toBeLessThanOrEqual(360_000);
    ann.send({ type: 'auth', token: await gateway.token('ann') });
    timeIs(3_601);
    // Renewed as soon as a command is accepted that an expired token may not give.
    await eventually(async () => {
      const given = ann.of('answer').length;
      ann.send({ type: 'command', id: `join-with-new-${given}`, command: { type: 'joinGame', name: 'Ann' } });
      await ann.until(() => ann.of('answer').length > given);
      expect(ann.of('answer').at(-1)).toMatchObject({ ok: true });
    });
    const sentBefore = ann.of('auth').length;
    timeIs(3_640);
    await looked();
    expect(ann.of('auth')).toHaveLength(sentBefore);
    expect(ann.closedWith).toBeNull();
  });

  it("rejects another user's token", async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    ann.send({ type: 'auth', token: await gateway.token('eve') });
    expect(await ann.closed()).toBe(CLOSE_CODES.forbidden);
  });
});

describe('presence', () => {
  it('includes users on other gateways', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    const other = { gateway: 'another', stages: 0, users: ['bob', 'mo', 'ann'] };
    gateway.bus.publish(presenceSubject(owner.gameId), new TextEncoder().encode(JSON.stringify(other)));
    await ann.until(() => ann.of('presence').some(({ online, moderator }) => online === 2 && moderator));
  });

  it('tells the others with the next event that a user has come', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    await ann.until(() => ann.of('presence').some(({ online }) => online === 1));
    // As if 250 ms had passed since.
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 250);
    await join(owner, 'bob');
    owner.happens();
    await ann.until(() => ann.versions.at(-1) === 2);
    await ann.pong();
    expect(ann.of('presence').at(-1)).toMatchObject({ online: 2 });
  });

  it('publishes the whole set after a change', async () => {
    const owner = newGame();
    const published: unknown[] = [];
    gateway.bus.subscribe(presenceSubject(owner.gameId), ({ data }) =>
      published.push(JSON.parse(Buffer.from(data).toString())),
    );
    const ann = await join(owner, 'ann');
    await eventually(() => expect(published.at(-1)).toMatchObject({ users: ['ann'], stages: 0 }));
    ann.close();
    await eventually(() => expect(published.at(-1)).toMatchObject({ users: [] }));
  });
});

describe('views without a seat', () => {
  it('need one request when moderators and stages come together or between two events', async () => {
    const owner = newGame();
    await Promise.all([1, 2, 3].map(() => join(owner, 'mo', { as: 'moderator' })));
    await join(owner, 'mo', { as: 'moderator' });
    expect(owner.requests.snapshot).toBe(1);
    owner.happens();
    const late = await join(owner, 'mo', { as: 'moderator' });
    expect(late.of('snapshot')[0]?.version).toBe(2);
  });
});

/** Overlaps are allowed in the protocol: a client drops what it has. */
const distinct = (versions: number[]) => [...new Set(versions)];
