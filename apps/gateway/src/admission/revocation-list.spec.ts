import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CLOSE_CODES,
  type GameId,
  GUEST_REVOCATIONS,
  PROTOCOL_VERSION,
  REVOKED,
  type Revocation,
  type RevocationCursor,
  revocations,
} from '@earworm/contracts';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { request } from '../testing/request.js';
import { revocationPage } from '../testing/revocation-page.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';
import { RevocationList } from './revocation-list.js';

const GAME = 'game-1' as GameId;

describe('a user whose tokens were revoked', () => {
  let gateway: RunningGateway;
  let owner: ScriptedOwner;
  let listed: Revocation[];
  let lists = 0;
  const revocation = (userId: string): Revocation => ({ userId, notBefore: Math.floor(Date.now() / 1000) - 10 });
  const socketOf = async (userId: string, token: string, as: 'player' | 'moderator' = 'player') =>
    RawSocket.join(gateway.wsUrl, { gameId: GAME, token, as }).catch(() => {
      throw new Error(`${userId} did not get in`);
    });
  /** Resolves when the gateway has read the list; the second read was requested after this call. */
  const listIsRead = async () => {
    const before = lists;
    await eventually(() => expect(lists).toBeGreaterThan(before + 2));
  };
  const end = (userId: string) =>
    gateway.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(revocation(userId))));
  const history = (token: string) =>
    request(gateway, '/api/history', { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);

  beforeEach(async () => {
    listed = [];
    gateway = await runGateway({}, { overrides: { revocationsEveryMs: 100 } });
    owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    gateway.bus.serve(revocations, () => {
      lists += 1;
      return revocationPage(listed);
    });
  });
  afterEach(() => gateway.close());

  it('loses all sockets and requests at once until a new token; other users stay', async () => {
    const [old, fresh, other] = await Promise.all([
      gateway.token('ann', { issuedAgoS: 60 }),
      gateway.token('ann'),
      gateway.token('bob', { issuedAgoS: 60 }),
    ]);
    const [ann, again, bob] = await Promise.all([socketOf('ann', old), socketOf('ann', fresh), socketOf('bob', other)]);
    end('ann');
    expect(await ann.closed()).toBe(CLOSE_CODES['token-expired']);
    expect(await history(old)).toBe(401);
    expect(await history(fresh)).not.toBe(401);
    expect([again.closedWith, bob.closedWith]).toEqual([null, null]);
    for (const socket of [again, bob]) socket.close();
  });

  it('loses the operations page and observed games with the admin role, and needs a token with the role to return', async () => {
    const old = await gateway.token('ada', { issuedAgoS: 60, roles: ['registered', 'admin'] });
    const fresh = await gateway.token('ada', { roles: ['registered'] });
    const watch = async (token: string) => {
      const socket = await RawSocket.open(gateway.wsUrl);
      socket.send({ type: 'hello', topic: 'operations', protocol: PROTOCOL_VERSION, token });
      return socket;
    };
    const watcher = await watch(old);
    await watcher.until(() => watcher.of('operations').length > 0);
    const observer = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: old, as: 'observer' });
    end('ada');
    expect(await Promise.all([watcher.closed(), observer.closed()])).toEqual([
      CLOSE_CODES['token-expired'],
      CLOSE_CODES['token-expired'],
    ]);
    const again = [await watch(fresh), await RawSocket.open(gateway.wsUrl)];
    again[1]?.hello({ gameId: GAME, token: fresh, as: 'observer' });
    expect(await Promise.all(again.map((socket) => socket.closed()))).toEqual([
      CLOSE_CODES.forbidden,
      CLOSE_CODES.forbidden,
    ]);
  });

  it('who signed out in one browser stays signed in in another', async () => {
    const [here, there, unsaid] = await Promise.all([
      gateway.token('ann', { issuedAgoS: 60, session: 'here' }),
      gateway.token('ann', { issuedAgoS: 60, session: 'there' }),
      gateway.token('ann', { issuedAgoS: 60 }),
    ]);
    const [out, still] = await Promise.all([socketOf('ann', here), socketOf('ann', there)]);
    listed = [{ ...revocation('ann'), session: 'here' }];
    gateway.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(listed[0])));
    expect(await out.closed()).toBe(CLOSE_CODES['token-expired']);
    expect(await history(here)).toBe(401);
    expect(await history(there)).not.toBe(401);
    expect(await history(unsaid)).not.toBe(401);
    await listIsRead();
    expect([await history(here), still.closedWith]).toEqual([401, null]);
    still.close();
  });

  it('gets no access by a hello that was in progress', async () => {
    const old = await gateway.token('ann', { issuedAgoS: 60 });
    let answer: () => void = () => undefined;
    owner.snapshotWaits = new Promise((resolve) => (answer = resolve));
    const ann = await RawSocket.open(gateway.wsUrl);
    ann.hello({ gameId: GAME, token: old });
    await eventually(() => expect(owner.requests.snapshot).toBe(1));
    end('ann');
    await eventually(async () => expect(await history(old)).toBe(401));
    answer();
    expect(await ann.closed()).toBe(CLOSE_CODES['token-expired']);
    expect(ann.received).not.toContainEqual(expect.objectContaining({ type: 'snapshot' }));
  });

  it('loses the connection at the next poll when the announcement was lost', async () => {
    const ann = await socketOf('ann', await gateway.token('ann', { issuedAgoS: 60 }));
    listed = [revocation('ann')];
    expect(await ann.closed()).toBe(CLOSE_CODES['token-expired']);
  });

  it('remains revoked when an earlier announcement arrives after a later one', async () => {
    const old = await gateway.token('ann', { issuedAgoS: 60 });
    const older = await gateway.token('ann', { issuedAgoS: 3_600 });
    end('ann');
    await eventually(async () => expect(await history(old)).toBe(401));
    const [late, known] = [
      { ...revocation('ann'), notBefore: Math.floor(Date.now() / 1000) - 1_800 },
      revocation('bob'),
    ];
    for (const each of [late, known]) gateway.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(each)));
    const bob = await gateway.token('bob', { issuedAgoS: 60 });
    await eventually(async () => expect(await history(bob)).toBe(401));
    expect([await history(older), await history(old)]).toEqual([401, 401]);
  });

  it('remains revoked when an older list is read afterwards', async () => {
    end('ann');
    const old = await gateway.token('ann', { issuedAgoS: 60 });
    await eventually(async () => expect(await history(old)).toBe(401));
    await listIsRead();
    expect(await history(old)).toBe(401);
  });
});

describe('the revocation list of a gateway', () => {
  const bugs: unknown[] = [];
  const notBefore = 1_000;
  const issuedAt = 999_000;

  it('loads in pages, then incrementally, and keeps registered users however many guests sign out', async () => {
    const bus = createInProcessBus();
    const cursors: (RevocationCursor | undefined)[] = [];
    const cursor = (at: number): RevocationCursor => ({
      at,
      userId: '00000000-0000-0000-0000-000000000000',
      session: '',
    });
    const guests = (from: number) =>
      Array.from({ length: 2_000 }, (_, i) => ({ ...guest(from + i), expiresIn: 3_600 }));
    const guest = (n: number): Revocation => ({ userId: `guest-${n}`, session: `guest-${n}`, notBefore });
    const pages = [
      [{ userId: 'ann', session: 'here', notBefore, expiresIn: 3_600 }],
      ...Array.from({ length: GUEST_REVOCATIONS / 2_000 + 1 }, (_, page) => guests(page * 2_000)),
      [{ userId: 'bob', notBefore, expiresIn: 3_600 }],
    ];
    bus.serve(revocations, ({ after }) => {
      cursors.push(after);
      const page = after?.at ?? 0;
      return {
        revoked: pages[page] ?? [],
        next: cursor(Math.min(page + 1, pages.length)),
        more: page < pages.length - 1,
      };
    });
    const revoked = new RevocationList(
      bus,
      () => undefined,
      (error) => bugs.push(error),
      10,
    );
    revoked.start();
    await eventually(() => expect(cursors.length).toBeGreaterThan(pages.length + 2));
    const isRevoked = (userId: string, session: string | null) => revoked.isRevoked({ userId, session, issuedAt });
    expect([isRevoked('ann', 'here'), isRevoked('ann', 'there'), isRevoked('bob', null)]).toEqual([true, false, true]);
    const [first, newest] = ['guest-0', `guest-${GUEST_REVOCATIONS + 1_999}`];
    expect([isRevoked(first, first), isRevoked(newest, newest)]).toEqual([false, true]);
    expect(cursors[0]).toBeUndefined();
    expect(cursors.slice(pages.length).every((after) => after?.at === pages.length)).toBe(true);
    expect(bugs).toEqual([]);
    revoked.stop();
    await bus.drain();
  });
});
