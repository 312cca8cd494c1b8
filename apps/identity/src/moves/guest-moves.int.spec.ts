import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  guestMoves,
  type Move,
  moveInFeedback,
  moveInGame,
  moveInLibrary,
  moveInShows,
  moveInTelemetry,
  onShard,
  openGames,
  RefusedError,
  refreshTokens,
  shardOf,
  signIn,
  signInAsGuest,
  signUp,
} from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

const OPEN = GameId.parse('open-game');
const ENDING = GameId.parse('ending-game');

describeWith('postgres', 'What a guest has, when they sign in to an account', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  /** The other services' parts, in the order in which they were asked. */
  let received: (readonly [what: string, from: string, to: string])[] = [];
  let served: Subscription[] = [];
  const overrides = { guestMoveMs: 20, guestMoveAgainSeconds: 3_600 };
  const call = ((definition, input) => running.call(definition, input)) as RunningIdentity['call'];

  const note = (what: string, { from, to }: Move) => void received.push([what, from, to]);
  const serveLibrary = (work: () => Promise<void> | void = () => undefined) =>
    running.bus.serve(moveInLibrary, async (move) => {
      note('library', move);
      await work();
      return { templates: 3, games: 1 };
    });
  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url }, { overrides });
  });
  beforeEach(() => {
    received = [];
    served = [
      running.bus.serve(openGames, () => ({ gameIds: [OPEN, ENDING] })),
      running.bus.serve(onShard(moveInGame, shardOf(OPEN)), (move) => {
        note(move.gameId, move);
        return { version: 2 };
      }),
      running.bus.serve(onShard(moveInGame, shardOf(ENDING)), () => {
        throw new RefusedError('game-ended');
      }),
      running.bus.serve(moveInTelemetry, (move) => (note('telemetry', move), {})),
      running.bus.serve(moveInFeedback, (move) => (note('feedback', move), {})),
      running.bus.serve(moveInShows, (move) => (note('shows', move), {})),
    ];
  });
  afterEach(() => {
    for (const each of served) each.unsubscribe();
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  const subjectOf = ({ access_token }: { access_token: string }) => decodeJwt(access_token).sub ?? '';
  let accounts = 0;
  async function newAccount() {
    const form = { email: `account${++accounts}@example.org`, password: 'secret1' };
    return { ...form, userId: subjectOf(await call(signUp, { displayName: 'Ada', ...form })) };
  }
  async function newGuest() {
    const tokens = await call(signInAsGuest, {});
    return { tokens, userId: subjectOf(tokens) };
  }
  const movesOf = async (userId: string) => (await call(guestMoves, { userId })).moves;
  const isDone = (userId: string) =>
    eventually(async () => expect(await movesOf(userId)).toMatchObject([{ done: true }]));
  const everything = (from: string, to: string) =>
    [OPEN, 'library', 'telemetry', 'feedback', 'shows'].map((what) => [what, from, to]);

  it('moves the guest’s data in every service, and reports how much', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    expect(subjectOf(await call(signIn, { ...typed, guest: guest.userId }))).toBe(userId);
    await isDone(userId);
    expect(received).toEqual(everything(guest.userId, userId));
    expect(await movesOf(userId)).toEqual([{ startedAt: expect.any(Number), done: true, templates: 3, games: 2 }]);
    expect(await movesOf(guest.userId)).toEqual([]);
  });

  it('ends the guest’s refresh token', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    await call(signIn, { ...typed, guest: guest.userId });
    await isDone(userId);
    const refreshed = call(refreshTokens, { refreshToken: guest.tokens.refresh_token });
    await expect(refreshed).rejects.toMatchObject({ code: 'token-expired' });
  });

  it('moves nothing after a refused sign-in or without a guest', async () => {
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    const refused = call(signIn, { ...typed, password: 'wrong-one', guest: guest.userId });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-credential' });
    await call(signIn, typed);
    expect(await running.identity.moves.take()).toBeNull();
    expect([received, await movesOf(userId)]).toEqual([[], []]);
  });

  it('resumes when a service is back, without repeating finished steps', async () => {
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    await call(signIn, { ...typed, guest: guest.userId });
    await eventually(async () => {
      const [row] = await running.identity.db.query('select attempts from guest_move where guest_id = $1', [
        guest.userId,
      ]);
      expect(row.attempts).toBeGreaterThan(1);
    });
    expect(await movesOf(userId)).toMatchObject([{ done: false, games: 1 }]);
    served.push(serveLibrary());
    await isDone(userId);
    const [game, library, ...others] = everything(guest.userId, userId);
    expect(received).toEqual([game, ...others, library]);
  });

  it('moves everything but a failing game, which is retried and logged', async () => {
    const stuck = GameId.parse('stuck-game');
    const refusals = { left: Infinity };
    served.shift()!.unsubscribe();
    served.push(
      serveLibrary(),
      running.bus.serve(openGames, () => ({ gameIds: [stuck, OPEN] })),
      running.bus.serve(onShard(moveInGame, shardOf(stuck)), (move) => {
        if (refusals.left-- > 0) throw new RefusedError('unavailable');
        note(move.gameId, move);
        return { version: 2 };
      }),
    );
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    await call(signIn, { ...typed, guest: guest.userId });
    const others = ['library', 'telemetry', 'feedback', 'shows', OPEN];
    await eventually(() => expect(received.map(([what]) => what)).toEqual(expect.arrayContaining(others)));
    const attempts = async () => {
      const [row] = await running.identity.db.query('select attempts from guest_move where guest_id = $1', [
        guest.userId,
      ]);
      return row.attempts as number;
    };
    await eventually(async () => expect(await attempts()).toBeGreaterThan(2));
    expect(await movesOf(userId)).toMatchObject([{ done: false, templates: 3, games: 2 }]);
    const warningsBefore = running.warnings.length;
    const tryNow = () =>
      running.identity.db.query(
        'update guest_move set attempts = 10, due_at = now() where guest_id = $1 and moved_at is null',
        [guest.userId],
      );
    await eventually(async () => {
      await tryNow();
      expect(running.warnings.length).toBeGreaterThan(warningsBefore);
    });

    refusals.left = 0;
    await eventually(async () => {
      await tryNow();
      expect(await movesOf(userId)).toMatchObject([{ done: true, games: 3 }]);
    });
    expect(received.filter(([what]) => what === 'library')).toHaveLength(1);
    expect(received.map(([what]) => what)).toContain(stuck);
  });

  it('resumes in another process after a crash', async () => {
    const own = await freshDatabase();
    const first = await runIdentity({ DATABASE_URL: own.url }, { overrides });
    const next = await runIdentity({ DATABASE_URL: own.url }, { overrides: { ...overrides, guestMoveMs: 60_000 } });
    const [reached, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen: string[] = [];
    for (const { bus } of [first, next]) {
      bus.serve(openGames, () => ({ gameIds: [OPEN] }));
      bus.serve(onShard(moveInGame, shardOf(OPEN)), () => (seen.push('game'), { version: 2 }));
      bus.serve(moveInTelemetry, () => (seen.push('telemetry'), {}));
      bus.serve(moveInFeedback, () => (seen.push('feedback'), {}));
      bus.serve(moveInShows, () => (seen.push('shows'), {}));
    }
    first.bus.serve(moveInLibrary, async () => {
      reached.resolve();
      await killed.promise;
      throw new RefusedError('unavailable');
    });
    next.bus.serve(moveInLibrary, () => (seen.push('library'), { templates: 3, games: 0 }));

    const typed = { email: 'ada@example.org', password: 'secret1' };
    const userId = subjectOf(await first.call(signUp, { displayName: 'Ada', ...typed }));
    const guest = subjectOf(await first.call(signInAsGuest, {}));
    await first.call(signIn, { ...typed, guest });
    await reached.promise;
    next.identity.moveWorker.wake();
    expect(seen).toEqual(['game']);
    // The first process never returns: its lease expires.
    await next.identity.db.query('update guest_move set due_at = now()');
    next.identity.moveWorker.wake();
    await eventually(async () => {
      const { moves } = await next.call(guestMoves, { userId });
      expect(moves).toMatchObject([{ done: true, templates: 3, games: 1 }]);
    });
    expect(seen).toEqual(['game', 'library', 'telemetry', 'feedback', 'shows']);
    const stopped = first.stop();
    killed.resolve();
    await Promise.all([stopped, next.stop()]);
    await own.drop();
  });

  it('repeats the move after the guest’s last tokens have expired', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    await call(signIn, { ...typed, guest: guest.userId });
    await isDone(userId);
    await running.identity.db.query('update guest_move set due_at = now() where guest_id = $1', [guest.userId]);
    const isFinished = async () => {
      const [row] = await running.identity.db.query('select finished_at from guest_move where guest_id = $1', [
        guest.userId,
      ]);
      expect(row.finished_at).not.toBeNull();
    };
    await eventually(isFinished);
    expect(received).toEqual([...everything(guest.userId, userId), ...everything(guest.userId, userId)]);
    expect(await movesOf(userId)).toMatchObject([{ done: true, templates: 3, games: 2 }]);
  });

  it('moves the data to the first of two accounts', async () => {
    served.push(serveLibrary());
    const guest = await newGuest();
    const [{ userId: first, ...one }, { userId: second, ...other }] = [await newAccount(), await newAccount()];
    await call(signIn, { ...one, guest: guest.userId });
    await call(signIn, { ...other, guest: guest.userId });
    await isDone(first);
    expect([received, await movesOf(second)]).toEqual([everything(guest.userId, first), []]);
  });

  it('keeps the data of a guest that has become an account, despite an old token at a later sign-in', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    const form = { displayName: 'Gus', email: 'gus@example.org', password: 'secret1', guest: guest.userId };
    await call(signUp, form);
    // The library learns that these are no guest's templates any more.
    await eventually(async () => expect(received).toEqual([['library', guest.userId, guest.userId]]));
    await call(signIn, { ...typed, guest: guest.userId });
    await eventually(async () => expect(await running.identity.moves.take()).toBeNull());
    expect([received.length, await movesOf(userId)]).toEqual([1, []]);
  });

  it('keeps the data of an upgraded guest when the process ends right after the sign-up', async () => {
    served.push(serveLibrary());
    const guest = await newGuest();
    const form = { displayName: 'Gus', email: 'gus2@example.org', password: 'secret1', guest: guest.userId };
    // What comes after the provider's answer is not done.
    await running.identity.provider.signUp({ ...form, device: null });
    await eventually(async () => expect(received).toEqual([['library', guest.userId, guest.userId]]));
  });

  it('moves the data to the account despite an old guest token at a sign-up, which creates another user', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    await call(signIn, { ...typed, guest: guest.userId });
    const form = { displayName: 'Gus', email: 'gus3@example.org', password: 'secret1', guest: guest.userId };
    const made = subjectOf(await call(signUp, form));
    expect([guest.userId, userId]).not.toContain(made);
    await isDone(userId);
    expect(received).toEqual(everything(guest.userId, userId));
    expect(await running.identity.provider.isGuest(guest.userId)).toBe(true);
  });

  it('moves the data to the account when a concurrent sign-in came before the sign-up', async () => {
    served.push(serveLibrary());
    const { db } = running.identity;
    const [guest, { userId }] = [await newGuest(), await newAccount()];
    const form = { displayName: 'Gus', email: 'gus4@example.org', password: 'secret1', guest: guest.userId };
    const made = await db.transaction(async (tx) => {
      await tx.query('insert into guest_move (guest_id, account_id) values ($1, $2)', [guest.userId, userId]);
      const signingUp = call(signUp, form);
      await eventually(async () => {
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        expect(await db.query(waiting)).toHaveLength(1);
      });
      return { signingUp };
    });
    expect(subjectOf(await made.signingUp)).not.toBe(guest.userId);
    await isDone(userId);
    expect(received).toEqual(everything(guest.userId, userId));
  });

  it('moves nothing after a refused sign-up, and can move later', async () => {
    served.push(serveLibrary());
    const [guest, { userId, ...typed }] = [await newGuest(), await newAccount()];
    const taken = call(signUp, { displayName: 'Gus', ...typed, guest: guest.userId });
    await expect(taken).rejects.toMatchObject({ code: 'email-already-in-use' });
    expect(received).toEqual([]);
    await call(signIn, { ...typed, guest: guest.userId });
    await isDone(userId);
    expect(received).toEqual(everything(guest.userId, userId));
  });
});
