import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTokenVerifier, type Principal } from '@earworm/service-kit/auth';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import {
  ACCOUNT_LIMITS,
  AccountQuery,
  beginAct,
  endAct,
  endSessions,
  exportAudit,
  listAccounts,
  listAudit,
  readAccount,
  RefusedError,
  refreshTokens,
  type RequestOf,
  revocations,
  setAdmin,
  setDisabled,
  signIn,
  signInAsGuest,
  signingKeys,
  signUp,
  type Tokens,
} from '@earworm/contracts';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof RefusedError ? error.code : error),
  );

describeWith('postgres', 'The calls of administrators', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  const call = ((definition, input) => running.call(definition, input)) as RunningIdentity['call'];
  const verify = async (token: string) => {
    const { issuer, audience } = await call(signingKeys, {});
    return createTokenVerifier({ keys: { bus: running.bus }, issuer, audience }).verify(token);
  };
  const newAccount = async (displayName = 'Ada') => {
    const email = `${randomUUID()}@example.org`;
    const tokens = await call(signUp, { displayName, email, password: 'secret1' });
    return { email, tokens, userId: (await verify(tokens.access_token)).userId };
  };
  const search = (query: Partial<RequestOf<typeof listAccounts>>) =>
    call(listAccounts, AccountQuery.parse(query)).then(({ accounts, total }) => ({
      total,
      found: accounts.map(({ userId }) => userId),
    }));
  /** Whether a token that was made before still counts, by the list that gateways read. */
  const counts = async ({ access_token }: Tokens): Promise<boolean> => {
    const { userId, issuedAt, session }: Principal = await verify(access_token);
    const { revoked } = await call(revocations, {});
    return !revoked.some(
      (each) =>
        each.userId === userId &&
        (each.session === undefined || each.session === session) &&
        issuedAt < each.notBefore * 1_000,
    );
  };
  /** The administrator that the first start made is the only one. */
  const onlyAdmin = async () => {
    const { db } = running.identity;
    await db.query(
      `update user_account set kind = 'registered' where kind = 'admin' and email <> 'admin@earworm.local'`,
    );
    const [[row]] = await db.query<[{ id: string }[], number]>(
      `update user_account set kind = 'admin', disabled = false where email = 'admin@earworm.local' returning id`,
    );
    return row?.id ?? '';
  };

  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  it('finds accounts by part of the name or e-mail, ignoring case, and by the whole id', async () => {
    const name = `Zoë ${randomUUID().slice(0, 8)}`;
    const { userId, email } = await newAccount(name);
    for (const typed of [name.toUpperCase().replace('Ë', 'ë'), ` ${email.slice(2, 20).toUpperCase()} `, userId])
      expect(await search({ search: typed })).toEqual({ total: 1, found: [userId] });
    expect(await search({ search: userId.slice(0, -1) })).toEqual({ total: 0, found: [] });
  });

  it('searches for a percent sign and an underscore literally', async () => {
    const mark = randomUUID().slice(0, 6);
    const percent = await newAccount(`100% ${mark}`);
    await newAccount(`1000 ${mark}`);
    expect((await search({ search: `100% ${mark}` })).found).toEqual([percent.userId]);
    expect((await search({ search: `100_ ${mark}` })).found).toEqual([]);
  });

  it('lists no guests, and finds one by id', async () => {
    const guest = await verify((await call(signInAsGuest, {})).access_token);
    const { accounts } = await call(listAccounts, AccountQuery.parse({ search: 'guest' }));
    expect(accounts.filter(({ role }) => role === 'guest')).toEqual([]);
    expect(await search({ search: guest.userId })).toEqual({ total: 1, found: [guest.userId] });
    expect(await call(readAccount, { userId: guest.userId })).toMatchObject({ role: 'guest', email: null });
  });

  it('filters by role and state', async () => {
    const name = randomUUID().slice(0, 12);
    const [plain, admin, off] = [await newAccount(name), await newAccount(name), await newAccount(name)];
    await call(setAdmin, { userId: admin.userId, admin: true });
    await call(setDisabled, { userId: off.userId, disabled: true });
    expect((await search({ search: name, role: 'admin' })).found).toEqual([admin.userId]);
    expect((await search({ search: name, role: 'registered' })).found).toEqual([off.userId, plain.userId]);
    expect((await search({ search: name, state: 'disabled' })).found).toEqual([off.userId]);
    expect((await search({ search: name, state: 'enabled' })).found).toEqual([admin.userId, plain.userId]);
  });

  it('returns every account on one page, newest first', async () => {
    const mark = randomUUID().slice(0, 12);
    const many = ACCOUNT_LIMITS.pageSize + 3;
    await running.identity.db.query(
      `insert into user_account (id, kind, email, display_name, password_hash, created_at, last_seen)
       select gen_random_uuid(), 'registered', $1 || n || '@example.org', $1, '-', now() + make_interval(secs => n / 2), now()
         from generate_series(1, $2::int) as n`,
      [mark, many],
    );
    const pages = [await search({ search: mark, page: 1 }), await search({ search: mark, page: 2 })];
    expect(pages.map(({ total }) => total)).toEqual([many, many]);
    expect(new Set(pages.flatMap(({ found }) => found)).size).toBe(many);
    const { accounts } = await call(listAccounts, AccountQuery.parse({ search: mark }));
    const times = accounts.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it.each([
    ['read', (userId: string) => call(readAccount, { userId })],
    ['made an administrator', (userId: string) => call(setAdmin, { userId, admin: true })],
    ['disabled', (userId: string) => call(setDisabled, { userId, disabled: true })],
    ['signed out', (userId: string) => call(endSessions, { userId })],
  ] as const)('refuses account-not-found where an unknown user is %s', async (_, act) => {
    for (const userId of [randomUUID(), "no-uuid'", '0']) expect(await refusal(act(userId))).toBe('account-not-found');
  });

  it('grants the admin role: old tokens end, and a refresh of the session brings the role', async () => {
    const { userId, tokens } = await newAccount();
    expect(await call(setAdmin, { userId, admin: true })).toMatchObject({ userId, role: 'admin' });
    expect(await counts(tokens)).toBe(false);
    const refreshed = await call(refreshTokens, { refreshToken: tokens.refresh_token });
    expect((await verify(refreshed.access_token)).isAdmin).toBe(true);
    expect(await counts(refreshed)).toBe(true);
  });

  it('revokes the admin role: old tokens end, and a refresh of the session loses the role', async () => {
    const { userId, email } = await newAccount();
    await call(setAdmin, { userId, admin: true });
    const tokens = await call(signIn, { email, password: 'secret1' });
    expect(await call(setAdmin, { userId, admin: false })).toMatchObject({ userId, role: 'registered' });
    expect(await counts(tokens)).toBe(false);
    const refreshed = await call(refreshTokens, { refreshToken: tokens.refresh_token });
    expect((await verify(refreshed.access_token)).isAdmin).toBe(false);
  });

  it('ends no token when the role does not change', async () => {
    const { userId, tokens } = await newAccount();
    await call(setAdmin, { userId, admin: false });
    expect(await counts(tokens)).toBe(true);
  });

  it('refuses to make a guest an administrator', async () => {
    const { userId } = await verify((await call(signInAsGuest, {})).access_token);
    expect(await refusal(call(setAdmin, { userId, admin: true }))).toBe('account-is-guest');
  });

  it('signs out a disabled account, and refuses its refresh and sign-in', async () => {
    const { userId, email, tokens } = await newAccount();
    expect(await call(setDisabled, { userId, disabled: true })).toMatchObject({ state: 'disabled' });
    expect(await counts(tokens)).toBe(false);
    expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
    expect(await refusal(call(signIn, { email, password: 'secret1' }))).toBe('user-disabled');
    expect(await refusal(call(signIn, { email, password: 'another' }))).toBe('invalid-credential');
  });

  it('signs in an account that was enabled again, and keeps its old session ended', async () => {
    const { userId, email, tokens } = await newAccount();
    await call(setDisabled, { userId, disabled: true });
    expect(await call(setDisabled, { userId, disabled: false })).toMatchObject({ state: 'enabled' });
    expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
    expect(await counts(await call(signIn, { email, password: 'secret1' }))).toBe(true);
  });

  it('ends a disabled guest’s tokens and refuses new ones', async () => {
    const tokens = await call(signInAsGuest, {});
    const { userId } = await verify(tokens.access_token);
    await call(setDisabled, { userId, disabled: true });
    expect(await counts(tokens)).toBe(false);
    expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
  });

  it.each([
    ['an account', async () => (await newAccount()).tokens],
    ['a guest', () => call(signInAsGuest, {})],
  ] as const)('ends all sessions and tokens of %s', async (_, enter) => {
    const tokens = await enter();
    const { userId } = await verify(tokens.access_token);
    await call(endSessions, { userId });
    expect(await counts(tokens)).toBe(false);
    expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
  });

  it('signs in an account again whose sessions were ended', async () => {
    const { userId, email } = await newAccount();
    await call(endSessions, { userId });
    expect(await counts(await call(signIn, { email, password: 'secret1' }))).toBe(true);
  });

  it('refuses to disable or demote the last administrator', async () => {
    const userId = await onlyAdmin();
    expect(await refusal(call(setAdmin, { userId, admin: false }))).toBe('last-admin');
    expect(await refusal(call(setDisabled, { userId, disabled: true }))).toBe('last-admin');
    expect(await call(readAccount, { userId })).toMatchObject({ role: 'admin', state: 'enabled' });
  });

  it('refuses to demote the last administrator who is not disabled', async () => {
    const userId = await onlyAdmin();
    const other = await newAccount();
    await call(setAdmin, { userId: other.userId, admin: true });
    await call(setDisabled, { userId: other.userId, disabled: true });
    expect(await refusal(call(setAdmin, { userId, admin: false }))).toBe('last-admin');
  });

  it('lets one of two concurrently demoted administrators keep the role', async () => {
    const first = await onlyAdmin();
    const { userId: second } = await newAccount();
    await call(setAdmin, { userId: second, admin: true });
    const codes = await Promise.all([first, second].map((userId) => refusal(call(setAdmin, { userId, admin: false }))));
    expect(codes.toSorted()).toEqual(['last-admin', undefined].toSorted());
  });

  const ACT: RequestOf<typeof beginAct> = {
    ...{ act: 'account-disabled', userId: 'root', userName: 'Root', target: null, details: {}, reason: null },
  };
  const all = { who: '', target: '', page: 1 };

  it('records actor, act, target name at that time, reason and outcome in the audit log', async () => {
    const { userId } = await newAccount('Ruth');
    const before = Date.now();
    const { entryId } = await call(beginAct, {
      ...ACT,
      target: { kind: 'account', id: userId },
      details: { status: 'new' },
      reason: 'Spam',
    });
    const entry = { ...ACT, entryId, reason: 'Spam', details: { status: 'new' } };
    const target = { kind: 'account', id: userId, name: 'Ruth' };
    const read = async () => (await call(listAudit, { ...all, target: userId })).entries;
    expect(await read()).toEqual([{ ...entry, target, at: expect.any(Number), outcome: null, code: null }]);
    await call(endAct, { entryId, outcome: 'refused', code: 'last-admin' });
    await call(endAct, { entryId, outcome: 'done', code: null });
    await running.identity.db.query('update user_account set display_name = $2 where id = $1', [userId, 'Renamed']);
    const [ended] = await read();
    expect(ended).toMatchObject({ target, outcome: 'refused', code: 'last-admin' });
    expect(ended?.at).toBeGreaterThanOrEqual(before - 60_000);
  });

  it('records an act with any typed text', async () => {
    const who = randomUUID();
    await call(beginAct, { ...ACT, userId: who, details: { search: 'half \ud83d' }, reason: 'half \ud83d' });
    const { entries } = await call(listAudit, { ...all, who });
    expect(entries).toMatchObject([{ details: { search: 'half \ufffd' }, reason: 'half \ufffd' }]);
  });

  it('filters the audit log by actor, act, target and time', async () => {
    const [who, id] = [randomUUID(), randomUUID()];
    const begin = (more: Partial<typeof ACT>) =>
      call(beginAct, { ...ACT, userId: who, userName: 'Narrow 100%', ...more });
    const first = await begin({ act: 'outbox-read' });
    const second = await begin({ act: 'game-observed', target: { kind: 'game', id } });
    const list = async (filter: object) =>
      (await call(listAudit, { ...all, ...filter })).entries.map(({ entryId }) => entryId);
    expect(await list({ who })).toEqual([second.entryId, first.entryId]);
    expect(await list({ who: 'narrow 100%' })).toEqual([second.entryId, first.entryId]);
    expect(await list({ who, act: 'outbox-read' })).toEqual([first.entryId]);
    expect(await list({ target: id })).toEqual([second.entryId]);
    const [{ at = 0 } = {}] = (await call(listAudit, { ...all, who, act: 'game-observed' })).entries;
    expect(await list({ who, from: Math.ceil(at) + 1 })).toEqual([]);
    expect(await list({ who, to: Math.floor(at) - 60_000 })).toEqual([]);
    expect(await list({ who, from: Math.floor(at) - 60_000, to: Math.ceil(at) + 1 })).toHaveLength(2);
  });

  it('exports every entry once, and none written during the export', async () => {
    const who = randomUUID();
    await running.identity.db.query(
      `insert into audit_entry (user_id, user_name, act, details) select $1, 'Many', 'outbox-read', '{}' from generate_series(1, 250)`,
      [who],
    );
    const filter = { who, target: '' };
    const first = await call(exportAudit, { ...filter, before: null });
    await call(beginAct, { ...ACT, userId: who });
    const second = await call(exportAudit, { ...filter, before: first.next });
    expect([first.entries.length, second.entries.length, second.next]).toEqual([200, 50, null]);
    const ids = [...first.entries, ...second.entries].map(({ entryId }) => entryId);
    expect(new Set(ids).size).toBe(250);
  });

  it.each([
    ['audit_entry', `update audit_entry set reason = 'another'`],
    ['audit_entry', 'delete from audit_entry'],
    ['audit_entry', 'truncate audit_entry cascade'],
    ['audit_outcome', `update audit_outcome set outcome = 'done'`],
    ['audit_outcome', 'delete from audit_outcome'],
  ])('the database refuses to change what is in %s: %s', async (_, statement) => {
    await call(beginAct, ACT);
    await expect(running.identity.db.query(statement)).rejects.toThrow('the audit log is append-only');
  });
});
