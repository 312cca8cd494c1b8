import { randomUUID } from 'node:crypto';
import {
  beginAct,
  type Call,
  endSessions,
  erasePeopleAgain,
  erasePerson,
  erasePersonInFeedback,
  erasePersonInGame,
  erasePersonInLibrary,
  erasePersonInShows,
  erasePersonInTelemetry,
  FORMER_PERSON,
  gamesOfPerson,
  listAudit,
  moveInGame,
  onShard,
  readAccount,
  RefusedError,
  refreshTokens,
  revocations,
  setAdmin,
  shardOf,
  signIn,
  signInAsGuest,
  signUp,
} from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { describeWith, dumpTables, freshDatabase, linesWith } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';
import { erasePeople } from './erase-people.js';

const GAME = GameId.parse('game-of-others');
const password = 'a-long-password';

describeWith('postgres', 'erasing people', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  /** The other services' parts, in the order in which they were asked. */
  let asked: (readonly [subject: string, request: Readonly<Record<string, unknown>>])[] = [];
  /** Subjects of services that do not answer well. */
  let failing = new Set<string>();
  let formerIds: UserId[] = [];
  let gameIds: GameId[] = [];
  let served: Subscription[] = [];
  const call = ((definition, input) => running.call(definition, input)) as RunningIdentity['call'];

  beforeAll(async () => {
    database = await freshDatabase();
    // The job of the service comes too late for these specs, which run it themselves.
    running = await runIdentity({ DATABASE_URL: database.url }, { overrides: { erasePeopleMs: 3_600_000 } });
  });
  beforeEach(async () => {
    asked = [];
    failing = new Set();
    [formerIds, gameIds] = [[], [GAME]];
    const serve = <C extends Call>(definition: C, reply: () => object) =>
      running.bus.serve(definition, ((request: Readonly<Record<string, unknown>>) => {
        if (failing.has(definition.subject)) throw new RefusedError('unavailable');
        asked.push([definition.subject, request]);
        return reply();
      }) as never);
    served = [
      serve(gamesOfPerson, () => ({ gameIds, next: null })),
      serve(onShard(moveInGame, shardOf(GAME)), () => ({ version: 2 })),
      serve(onShard(erasePersonInGame, shardOf(GAME)), () => ({ verdicts: [7], calledForHelp: true })),
      serve(erasePersonInLibrary, () => ({ formerIds })),
      serve(erasePersonInTelemetry, () => ({})),
      serve(erasePersonInFeedback, () => ({})),
      serve(erasePersonInShows, () => ({})),
    ];
    await db('delete from person_erasure');
  });
  afterEach(() => {
    for (const each of served) each.unsubscribe();
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  const db = <T = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    running.identity.db.query<T[]>(statement, values);
  const run = () => {
    const { erasures, directory } = running.identity;
    return erasePeople({ bus: running.bus, erasures, directory, againSeconds: 3_600 });
  };
  const dueNow = () => db('update person_erasure set due_at = now()');
  const subjectOf = ({ access_token }: { access_token: string }) => UserId.parse(decodeJwt(access_token).sub);
  let accounts = 0;
  async function newAccount(displayName = 'Zelma Quorndon') {
    const form = { email: `zelma${++accounts}@example.org`, password };
    const tokens = await call(signUp, { displayName, ...form });
    return { ...form, tokens, userId: subjectOf(tokens) };
  }
  const erase = (userId: UserId, keepsTemplates = false) => call(erasePerson, { userId, keepsTemplates });
  const state = async (userId: UserId) =>
    (
      await db<{ pseudonym: string; isErased: boolean }>(
        'select pseudonym, erased_at is not null as "isErased" from person_erasure where user_id = $1',
        [userId],
      )
    )[0];

  it('ends the account at once, and then erases the person in every service, with what was found in games', async () => {
    const { userId, email, tokens } = await newAccount();
    await erase(userId, true);
    await expect(call(signIn, { email, password })).rejects.toMatchObject({ code: 'invalid-credential' });
    const refreshed = call(refreshTokens, { refreshToken: tokens.refresh_token });
    await expect(refreshed).rejects.toMatchObject({ code: 'token-expired' });
    expect(asked).toEqual([]);
    const { pseudonym } = (await state(userId))!;
    await run();
    const who = { userId, pseudonym };
    expect(asked).toEqual([
      [gamesOfPerson.subject, { ...who, after: '' }],
      [onShard(moveInGame, shardOf(GAME)).subject, { gameId: GAME, from: userId, to: pseudonym }],
      [onShard(erasePersonInGame, shardOf(GAME)).subject, { ...who, gameId: GAME, replacesId: false }],
      [
        erasePersonInLibrary.subject,
        { ...who, keepsTemplates: true, replacesId: false, verdicts: [{ gameId: GAME, versions: [7] }] },
      ],
      [erasePersonInTelemetry.subject, { ...who, calledForHelpIn: [GAME] }],
      [erasePersonInFeedback.subject, { ...who, name: 'Zelma Quorndon' }],
      [erasePersonInShows.subject, { ...who, email }],
    ]);
  });

  it('repeats all steps once the last token has expired, and then forgets who it was', async () => {
    const { userId, email } = await newAccount('Ignaz Wollpert');
    await erase(userId);
    expect(await run()).toBe(0);
    expect(await state(userId)).toMatchObject({ isErased: true });
    asked = [];
    expect([await run(), asked]).toEqual([0, []]);
    await dueNow();
    expect(await run()).toBe(1);
    const replaces = asked.map(([, request]) => request['replacesId']).filter((each) => each !== undefined);
    expect(replaces).toEqual([true, true]);
    expect(linesWith(await dumpTables(database.url), userId, email, 'Ignaz Wollpert')).toEqual([]);
    await dueNow();
    expect(await run()).toBe(0);
  });

  it.each([
    [gamesOfPerson.subject, 4],
    [onShard(moveInGame, shardOf(GAME)).subject, 5],
    [onShard(erasePersonInGame, shardOf(GAME)).subject, 6],
    [erasePersonInLibrary.subject, 6],
    [erasePersonInTelemetry.subject, 6],
    [erasePersonInFeedback.subject, 6],
  ])('erases the person in all other services when %s fails, and repeats all steps later', async (subject, done) => {
    const { userId } = await newAccount();
    await erase(userId);
    failing.add(subject);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    failing.clear();
    const others = new Set(asked.map(([each]) => each));
    expect([others.has(subject), others.size]).toEqual([false, done]);
    expect(await state(userId)).toMatchObject({ isErased: false });
    await dueNow();
    asked = [];
    await run();
    expect(asked).toHaveLength(7);
    expect(await state(userId)).toMatchObject({ isErased: true });
  });

  it('erases the person in the other games when one of them fails', async () => {
    const { userId } = await newAccount();
    const broken = GameId.parse('game-that-fails');
    served.push(
      running.bus.serve(onShard(moveInGame, shardOf(broken)), ({ gameId }) => {
        if (gameId === broken) throw new RefusedError('unavailable');
        return { version: 2 as never };
      }),
    );
    gameIds = [broken, GAME];
    await erase(userId);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    const rewritten = asked.filter(([subject]) => subject === onShard(erasePersonInGame, shardOf(GAME)).subject);
    expect(rewritten.map(([, { gameId }]) => gameId)).toEqual([GAME]);
    expect(await state(userId)).toMatchObject({ isErased: false });
  });

  it('tries all steps again after a service did not answer, and goes on with the other people meanwhile', async () => {
    const [first, second] = [await newAccount(), await newAccount()];
    await erase(first.userId);
    failing.add(erasePersonInShows.subject);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    failing.clear();
    await erase(second.userId);
    await run();
    expect([(await state(first.userId))?.isErased, (await state(second.userId))?.isErased]).toEqual([false, true]);
    await db('update person_erasure set due_at = now() where user_id = $1', [first.userId]);
    asked = [];
    await run();
    expect(asked.map(([subject]) => subject)).toContain(gamesOfPerson.subject);
    expect(await state(first.userId)).toMatchObject({ isErased: true });
  });

  it('takes an erasure over when its lease has run out, as after a crash in the middle', async () => {
    const { userId } = await newAccount();
    await erase(userId);
    expect(await running.identity.erasures.take()).toMatchObject({ userId });
    await run();
    expect([asked, (await state(userId))?.isErased]).toEqual([[], false]);
    await dueNow();
    await run();
    expect(await state(userId)).toMatchObject({ isErased: true });
  });

  it('notes a person once who deletes their data twice at once', async () => {
    const { userId } = await newAccount();
    await Promise.all([erase(userId), erase(userId)]);
    await erase(userId);
    expect(await db('select from person_erasure')).toHaveLength(1);
    await expect(call(readAccount, { userId })).rejects.toMatchObject({ code: 'account-not-found' });
  });

  it('erases a guest, whose tokens end', async () => {
    const tokens = await call(signInAsGuest, {});
    const userId = subjectOf(tokens);
    await erase(userId);
    const refreshed = call(refreshTokens, { refreshToken: tokens.refresh_token });
    await expect(refreshed).rejects.toMatchObject({ code: 'token-expired' });
    const revocation = (await call(revocations, {})).revoked.find((each) => each.userId === userId);
    expect(revocation?.notBefore).toBeGreaterThan(decodeJwt(tokens.access_token).iat!);
    await run();
    expect(asked.find(([subject]) => subject === erasePersonInFeedback.subject)?.[1]).toMatchObject({ name: null });
  });

  it('erases the guests who became the account, each under their own pseudonym', async () => {
    const { userId } = await newAccount();
    const [moving, former] = [subjectOf(await call(signInAsGuest, {})), UserId.parse(randomUUID())];
    await db('insert into guest_move (guest_id, account_id) values ($1, $2)', [moving, userId]);
    formerIds = [former];
    await erase(userId);
    await run();
    const people = await db<{ user_id: string; pseudonym: string }>('select user_id, pseudonym from person_erasure');
    expect(people.map((each) => each.user_id).toSorted()).toEqual([userId, moving, former].toSorted());
    expect(new Set(people.map(({ pseudonym }) => pseudonym)).size).toBe(3);
    expect(await db('select from guest_move where account_id = $1', [userId])).toEqual([]);
  });

  it('erases again whom a restore has brought back, with the address that the account has, and no one else', async () => {
    const [known, back] = [await newAccount(), await newAccount()];
    await erase(known.userId);
    await run();
    await dueNow();
    await run();
    const again = () => call(erasePeopleAgain, { userIds: [known.userId, back.userId], keepsTemplates: true });
    expect([await again(), await again()]).toEqual([{ people: 1 }, { people: 0 }]);
    asked = [];
    await run();
    expect(asked.find(([subject]) => subject === erasePersonInShows.subject)?.[1]).toMatchObject({ email: back.email });
    await expect(call(readAccount, { userId: back.userId })).rejects.toMatchObject({ code: 'account-not-found' });
  });

  it('refuses to delete the last administrator, who stays', async () => {
    const [admin] = await db<{ id: UserId }>(`select id from user_account where kind = 'admin'`);
    await expect(erase(admin!.id)).rejects.toMatchObject({ code: 'last-admin' });
    expect(await call(readAccount, { userId: admin!.id })).toMatchObject({ role: 'admin' });
    expect(await db('select from person_erasure')).toEqual([]);
  });

  it('replaces the person in the audit log by the pseudonym, and records that it did', async () => {
    const [{ userId, email }, other] = [await newAccount('Xaver Yblonski'), await newAccount('Otto')];
    const act = { act: 'account-read', details: {}, reason: null } as const;
    await call(setAdmin, { userId, admin: true });
    await call(beginAct, { ...act, userId, userName: 'Xaver Yblonski', target: { kind: 'account', id: other.userId } });
    const byOther = { ...act, userId: other.userId, userName: 'Otto', details: { search: email } };
    await call(beginAct, { ...byOther, target: { kind: 'account', id: userId } });
    await call(endSessions, { userId });
    await erase(userId);
    await run();
    const { pseudonym } = (await state(userId))!;
    const { entries } = await call(listAudit, { who: '', target: '', page: 1 });
    const text = JSON.stringify(entries);
    for (const gone of [userId, email, 'Xaver']) expect(text).not.toContain(gone);
    const target = { kind: 'account', id: pseudonym, name: FORMER_PERSON };
    expect(entries.slice(0, 3)).toMatchObject([
      { act: 'person-erased', userId: pseudonym, target, details: { entries: '2' }, outcome: 'done' },
      { userId: other.userId, userName: 'Otto', target, details: { search: FORMER_PERSON } },
      { userId: pseudonym, userName: FORMER_PERSON, target: { id: other.userId, name: 'Otto' } },
    ]);
  });

  it.each([
    ['another name', `update audit_entry set user_name = 'Another'`],
    ['another user', `update audit_entry set user_id = gen_random_uuid()::text`],
    ['a pseudonym of none who is being erased', 'select erase_from_audit(gen_random_uuid(), $1)', 'Another'],
  ])('lets no one else change the audit log: %s', async (_, statement, ...values) => {
    await call(beginAct, { act: 'outbox-read', details: {}, reason: null, userId: 'a', userName: 'Ann', target: null });
    const before = await db('select * from audit_entry order by id');
    await expect(db(statement, values)).rejects.toThrow(/append-only|not being erased/);
    expect(await db('select * from audit_entry order by id')).toEqual(before);
  });
});
