import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenVerifier } from '@earworm/service-kit/auth';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import {
  confirmReset,
  readOutbox,
  RefusedError,
  refreshTokens,
  REVOKED,
  Revocation,
  type RevocationCursor,
  type RevocationPage,
  revocations,
  requestReset,
  signIn,
  signInAsGuest,
  signingKeys,
  signOut,
  signUp,
  countLoginAttempt,
  type Tokens,
} from '@earworm/contracts';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';
import { Revocations } from '../tokens/revocations.js';

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof RefusedError ? error.code : error),
  );

/** As in the list, which also contains its expiry. */
const listed = (message: unknown) => ({ ...(message as Revocation), expiresIn: expect.any(Number) });

describeWith('postgres', 'The identity calls', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  const call = ((definition, input) => running.call(definition, input)) as RunningIdentity['call'];
  const verify = async (token: string) => {
    const { issuer, audience } = await call(signingKeys, {});
    return createTokenVerifier({ keys: { bus: running.bus }, issuer, audience }).verify(token);
  };
  const account = (email: string, password = 'secret1') => call(signUp, { displayName: 'Ada', email, password });

  const linkFor = async (email: string) => {
    await call(requestReset, { email, baseUrl: 'http://localhost' });
    return eventually(async () => {
      const { mails } = await call(readOutbox, { limit: 1 });
      expect(mails[0]?.to).toBe(email);
      return /reset=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    });
  };

  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
    await account('used@example.org');
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  it('lets a guest in with a token that every service accepts', async () => {
    const tokens = await call(signInAsGuest, {});
    const guest = await verify(tokens.access_token);
    expect(guest).toMatchObject({ name: 'Guest', roles: ['guest'], isGuest: true, isAdmin: false });
    const lifetime = guest.expiresAt / 1000 - Date.now() / 1000;
    expect(Math.abs(lifetime - 21_600)).toBeLessThan(2161);
    expect(Math.abs(tokens.expires_in - lifetime)).toBeLessThan(3);
  });

  it("keeps a guest's user id across a refresh", async () => {
    const first = await call(signInAsGuest, {});
    const again = await call(refreshTokens, { refreshToken: first.refresh_token });
    expect((await verify(again.access_token)).userId).toBe((await verify(first.access_token)).userId);
  });

  it("ends a guest's session at sign-out", async () => {
    const guest = await call(signInAsGuest, {});
    await call(signOut, { refreshToken: guest.refresh_token });
    expect(await refusal(call(refreshTokens, { refreshToken: guest.refresh_token }))).toBe('token-expired');
  });

  it('creates an account and signs in to it, ignoring the case of the e-mail', async () => {
    const { access_token } = await account('Ada@Example.org ');
    const principal = await verify(access_token);
    expect(principal).toMatchObject({ name: 'Ada', email: 'ada@example.org', roles: ['registered'], isGuest: false });
    const tokens = await call(signIn, { email: ' ADA@example.ORG', password: 'secret1' });
    expect((await verify(tokens.access_token)).userId).toBe(principal.userId);
  });

  it('creates one admin at the first start, who signs in with the printed password', async () => {
    expect(running.admins).toHaveLength(1);
    const { email, password } = running.admins[0] ?? { email: '', password: '' };
    expect(email).toBe('admin@earworm.local');
    const tokens = await call(signIn, { email, password });
    expect(await verify(tokens.access_token)).toMatchObject({ isAdmin: true, roles: ['registered', 'admin'] });
  });

  it.each([
    ['display-name-required', { displayName: '  ', email: 'no', password: '' }],
    ['email-required', { displayName: 'Ada', email: '', password: '' }],
    ['invalid-email', { displayName: 'Ada', email: 'no at', password: '1' }],
    ['weak-password', { displayName: 'Ada', email: 'used@example.org', password: '12345' }],
    ['email-already-in-use', { displayName: 'Ada', email: 'USED@example.org', password: '123456' }],
    ['password-too-common', { displayName: 'Ada', email: 'common@example.org', password: '123456' }],
    ['display-name-invalid', { displayName: 'A\u0000da', email: 'no', password: '' }],
    ['invalid-email', { displayName: 'Ada', email: 'a\u0000da@example.org', password: 'secret1' }],
  ] as const)('refuses a sign-up with %s, in the order of the form', async (code, form) => {
    expect(await refusal(call(signUp, form))).toBe(code);
  });

  it('gives an e-mail to one of two concurrent sign-ups', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => refusal(account('race@example.org'))));
    expect(codes.sort()).toEqual(['email-already-in-use', 'email-already-in-use', undefined]);
  });

  describe('a guest who signs up', () => {
    /** A guest, and a way to sign up as them. */
    async function newGuest() {
      const tokens = await call(signInAsGuest, {});
      const { userId } = await verify(tokens.access_token);
      const becomes = (email: string, password = 'secret1') =>
        call(signUp, { displayName: 'Ada', email, password, guest: userId });
      return { tokens, userId, becomes };
    }
    const people = async () => Number((await running.identity.db.query('select count(*) as n from user_account'))[0].n);

    it('turns the guest into the account with the same user id', async () => {
      const { userId, becomes } = await newGuest();
      const before = await people();
      const { access_token } = await becomes('kept@example.org');
      expect(await verify(access_token)).toMatchObject({
        ...{ userId, name: 'Ada', email: 'kept@example.org', roles: ['registered'], isGuest: false },
      });
      const again = await call(signIn, { email: 'kept@example.org', password: 'secret1' });
      expect((await verify(again.access_token)).userId).toBe(userId);
      expect(await people()).toBe(before);
    });

    it('refuses the guest’s refresh token afterwards', async () => {
      const { tokens, becomes } = await newGuest();
      await becomes('ticket@example.org');
      expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
    });

    it('refuses a refresh token that the guest got in the second of the sign-up', async () => {
      const { tokens, userId, becomes } = await newGuest();
      await becomes('second@example.org');
      await running.identity.db.query(`update user_account set tickets_from = null where id = $1`, [userId]);
      expect(await refusal(call(refreshTokens, { refreshToken: tokens.refresh_token }))).toBe('token-expired');
    });

    it('accepts the guest’s access tokens for some seconds, in which sockets switch, and not longer', async () => {
      const { userId, becomes } = await newGuest();
      await becomes('later@example.org');
      const listedNow = async () => (await call(revocations, {})).revoked.filter((each) => each.userId === userId);
      expect(await listedNow()).toEqual([]);
      const { db } = running.identity;
      const [row] = await db.query(
        `select extract(epoch from written_at - now())::float8 as "inSeconds" from revocation where user_id = $1`,
        [userId],
      );
      expect(row.inSeconds).toBeGreaterThan(0);
      expect(row.inSeconds).toBeLessThanOrEqual(30);
      await db.query(`update revocation set written_at = now() where user_id = $1`, [userId]);
      expect(await listedNow()).toEqual([listed({ userId, session: userId, notBefore: expect.any(Number) })]);
    });

    it('leaves the guest unchanged after a refused sign-up, which can be retried', async () => {
      const { tokens, userId, becomes } = await newGuest();
      for (const [email, password, code] of [
        ['used@example.org', 'secret1', 'email-already-in-use'],
        ['fresh@example.org', '12345', 'weak-password'],
        ['fresh@example.org', '123456', 'password-too-common'],
        ['no at', 'secret1', 'invalid-email'],
      ] as const)
        expect(await refusal(becomes(email, password))).toBe(code);
      const renewed = await call(refreshTokens, { refreshToken: tokens.refresh_token });
      expect(await verify(renewed.access_token)).toMatchObject({ userId, isGuest: true });
      expect((await verify((await becomes('fresh@example.org')).access_token)).userId).toBe(userId);
    });

    it('answers a retry after a lost answer, but only with the same password', async () => {
      const { userId, becomes } = await newGuest();
      await becomes('twice@example.org');
      expect((await verify((await becomes('twice@example.org')).access_token)).userId).toBe(userId);
      expect(await refusal(becomes('twice@example.org', 'another1'))).toBe('email-already-in-use');
      const other = await newGuest();
      expect(await refusal(other.becomes('twice@example.org'))).toBe('email-already-in-use');
    });

    it('turns the guest into one account of two concurrent sign-ups, and creates another user for the second', async () => {
      const { userId, becomes } = await newGuest();
      const made = await Promise.all(['one@example.org', 'two@example.org'].map((email) => becomes(email)));
      const ids = await Promise.all(made.map(async ({ access_token }) => (await verify(access_token)).userId));
      expect(ids.filter((id) => id === userId)).toHaveLength(1);
      expect(new Set(ids).size).toBe(2);
    });

    it('gives the e-mail to one of two guests that sign up concurrently, and leaves the other a guest', async () => {
      const guests = [await newGuest(), await newGuest()];
      const codes = await Promise.all(guests.map(({ becomes }) => refusal(becomes('both@example.org'))));
      expect(codes.sort()).toEqual(['email-already-in-use', undefined]);
      const kinds = await running.identity.db.query(
        `select kind from user_account where id = any($1::uuid[]) order by kind`,
        [guests.map(({ userId }) => userId)],
      );
      expect(kinds).toEqual([{ kind: 'guest' }, { kind: 'registered' }]);
    });
  });

  it('answers an unknown e-mail and a wrong password alike', async () => {
    await account('known@example.org');
    for (const email of ['known@example.org', 'unknown@example.org'])
      expect(await refusal(call(signIn, { email, password: 'wrong-one' }))).toBe('invalid-credential');
  });

  it('reveals a disabled account only with the right password', async () => {
    await account('off@example.org');
    await running.identity.db.query(`update user_account set disabled = true where email = 'off@example.org'`);
    expect(await refusal(call(signIn, { email: 'off@example.org', password: 'wrong!' }))).toBe('invalid-credential');
    expect(await refusal(call(signIn, { email: 'off@example.org', password: 'secret1' }))).toBe('user-disabled');
  });

  it('refuses an invalid e-mail', async () => {
    for (const email of ['ada', 'a\u0000da@example.org'])
      expect(await refusal(call(signIn, { email, password: 'secret1' }))).toBe('invalid-email');
    expect(await refusal(call(requestReset, { email: 'ada', baseUrl: 'http://localhost' }))).toBe('invalid-email');
  });

  it('throttles guesses at one account and at no other', async () => {
    await account('target@example.org');
    await account('other@example.org');
    const guess = (password: string) =>
      call(signIn, { email: 'target@example.org', password }).catch((refused: unknown) => refused as RefusedError);
    // All at once: a second later one more would be free again. The last of them even knows the password.
    const guesses = [...Array.from({ length: 12 }, () => 'guess-it'), 'secret1'];
    const answers = await Promise.all(guesses.map(guess));
    const codes = answers.map((answer) => answer instanceof RefusedError && answer.code);
    expect(codes.filter((code) => code === 'invalid-credential')).toHaveLength(5);
    expect(codes.filter((code) => code === 'limit-sign-in')).toHaveLength(8);
    expect(answers.at(-1)).toMatchObject({
      message: 'Too many attempts. Please wait 1 seconds before trying again.',
    });
    await expect(call(signIn, { email: 'other@example.org', password: 'secret1' })).resolves.toBeDefined();
  });

  it('signs the owner in at the first try on a known browser during an attack on the account', async () => {
    const email = 'owner@example.org';
    const [device, attacker] = ['owner-device', 'stranger-device'];
    await call(signUp, { displayName: 'Ada', email, password: 'secret1', device });
    const tryIt = (password: string, on: string | null) => refusal(call(signIn, { email, password, device: on }));
    const guess = async () => {
      const codes = await Promise.all([null, attacker, null, attacker].map((on) => tryIt('wrong-one', on)));
      return codes.filter((code) => code === 'limit-sign-in').length;
    };
    await Promise.all([guess(), guess()]);
    for (let i = 0; i < 15; i += 1) {
      await guess();
      expect(await tryIt('secret1', device)).toBeUndefined();
    }
    // The owner's successful sign-ins do not help attackers: they wait as long as before.
    expect(await guess()).toBeGreaterThanOrEqual(3);
  });

  it('remembers a browser after a sign-up, sign-in, refresh or reset, and not after a wrong password', async () => {
    const email = 'browsers@example.org';
    await call(signUp, { displayName: 'Ada', email, password: 'secret1', device: 'signed-up' });
    const { refresh_token } = await call(signIn, { email, password: 'secret1', device: 'signed-in' });
    await call(refreshTokens, { refreshToken: refresh_token, device: 'renewed' });
    const token = await linkFor(email);
    await call(confirmReset, { token, password: 'a new one', device: 'reset' });
    expect(await refusal(call(signIn, { email, password: 'wrong-one', device: 'guessed' }))).toBe('invalid-credential');
    const guest = await call(signInAsGuest, {});
    await call(refreshTokens, { refreshToken: guest.refresh_token, device: 'guest' });
    const devices = await running.identity.db.query<{ device: string; email: string }[]>(
      `select device, email from known_device join user_account on id = user_id
       where device in ('signed-up', 'signed-in', 'renewed', 'reset', 'guessed', 'guest') order by last_used`,
    );
    expect(devices).toEqual(['signed-up', 'signed-in', 'renewed', 'reset'].map((device) => ({ device, email })));
  });

  it('remembers the fifty browsers used last of one account', async () => {
    const email = 'many-browsers@example.org';
    await account(email);
    const { db } = running.identity;
    await db.query(
      `insert into known_device (user_id, device, last_used)
       select id, 'old-' || n, now() - n * interval '1 day' from user_account, generate_series(1, 50) n where email = $1`,
      [email],
    );
    await call(signIn, { email, password: 'secret1', device: 'fifty-first' });
    const [devices] = await db.query<{ count: number; newest: boolean; oldest: boolean }[]>(
      `select count(*)::int, bool_or(device = 'fifty-first') newest, bool_or(device = 'old-50') oldest
       from known_device join user_account on id = user_id where email = $1`,
      [email],
    );
    expect(devices).toEqual({ count: 50, newest: true, oldest: false });
  });

  it('sends a reset mail at once to a known browser, and one delayed mail for all other requests, never refusing', async () => {
    const email = 'asked-often@example.org';
    const device = 'asking-device';
    await call(signUp, { displayName: 'Ada', email, password: 'secret1', device });
    const ask = (on: string | null) => call(requestReset, { email, baseUrl: 'http://localhost', device: on });
    const mails = async () => (await call(readOutbox, { limit: 100 })).mails.filter(({ to }) => to === email).length;
    let attackers: string | undefined;
    let mustWait = true;
    const counting = running.bus.serve(countLoginAttempt, ({ account }) => {
      attackers ??= account;
      return { wait: account === attackers && mustWait ? 1 : 0 };
    });
    for (let i = 0; i < 12; i += 1) await ask(null);
    await ask(device);
    await eventually(async () => expect(await mails()).toBe(1));
    mustWait = false;
    await eventually(async () => expect(await mails()).toBe(2));
    await ask(null);
    await eventually(async () => expect(await mails()).toBe(3));
    counting.unsubscribe();
  });

  it('accepts a retried refresh after an outage that a game survives, and no later one', async () => {
    const age = (seconds: number) =>
      withClient(database.url, (client) =>
        client.query(
          `update identity.refresh_session set rotated_at = rotated_at - make_interval(secs => $1)
           where user_id = (select id from identity.user_account where email = 'away@example.org')`,
          [seconds],
        ),
      );
    const first = (await account('away@example.org')).refresh_token;
    await call(refreshTokens, { refreshToken: first });
    expect((await age(100)).rowCount).toBe(1);
    await expect(call(refreshTokens, { refreshToken: first })).resolves.toBeDefined();
    await age(30);
    expect(await refusal(call(refreshTokens, { refreshToken: first }))).toBe('token-expired');
  });

  it('rotates the refresh token with each use, accepts a retry, and ends the session when an old token is reused later', async () => {
    const first = (await account('rotate@example.org')).refresh_token;
    const second = (await call(refreshTokens, { refreshToken: first })).refresh_token;
    const afterLostAnswer = (await call(refreshTokens, { refreshToken: first })).refresh_token;
    const third = (await call(refreshTokens, { refreshToken: second })).refresh_token;
    expect(afterLostAnswer).not.toBe(first);
    expect(await refusal(call(refreshTokens, { refreshToken: first }))).toBe('token-expired');
    expect(await refusal(call(refreshTokens, { refreshToken: third }))).toBe('token-expired');
  });

  it('ends a session’s access tokens at sign-out, refreshed or not, and those of no other browser', async () => {
    const published: unknown[] = [];
    running.bus.subscribe(REVOKED, ({ data }) => published.push(JSON.parse(new TextDecoder().decode(data))));
    const here = await account('two-browsers@example.org');
    const there = await call(signIn, { email: 'two-browsers@example.org', password: 'secret1' });
    const renewed = await call(refreshTokens, { refreshToken: here.refresh_token });
    const [first, second, other] = await Promise.all([here, renewed, there].map((each) => verify(each.access_token)));
    expect(second?.session).toBe(first?.session);
    expect(other?.session).not.toBe(first?.session);

    await call(signOut, { refreshToken: renewed.refresh_token });
    expect(published).toEqual([{ userId: first?.userId, session: first?.session, notBefore: expect.any(Number) }]);
    expect((await call(revocations, {})).revoked).toContainEqual(listed(published[0]));
    const userinfo = ({ access_token }: Tokens) =>
      fetch(`${running.realm}/protocol/openid-connect/userinfo`, {
        headers: { authorization: `Bearer ${access_token}` },
      }).then(({ status }) => status);
    expect(await Promise.all([here, renewed, there].map(userinfo))).toEqual([401, 401, 200]);
  });

  it('lists the revocation of a registered user however many guests sign out, and of guests only the newest', async () => {
    const { db } = running.identity;
    const list = new Revocations(db, running.bus, { user: 60, guest: 60 }, 10);
    const registered = await account('displaced@example.org');
    const guest = await call(signInAsGuest, {});
    const mine = await Promise.all([registered, guest].map(({ access_token }) => verify(access_token)));
    for (const { refresh_token } of [registered, guest]) await call(signOut, { refreshToken: refresh_token });
    const isListed = async () => {
      const all = (await list.list()).revoked;
      return mine.map(({ userId, session }) => all.some((each) => each.userId === userId && each.session === session));
    };
    expect(await isListed()).toEqual([true, true]);
    const others = await Promise.all(Array.from({ length: 10 }, () => call(signInAsGuest, {})));
    await Promise.all(others.map(({ refresh_token }) => call(signOut, { refreshToken: refresh_token })));
    expect(await isListed()).toEqual([true, false]);
  });

  it('lists more than one page of revocations, each once', async () => {
    const { db } = running.identity;
    const owner = (await verify((await account('pages@example.org')).access_token)).userId;
    await db.query(
      `insert into revocation (user_id, session, not_before, expires_at)
       select $1, 'page-' || n, now(), now() + interval '1 hour' from generate_series(1, 4500) n`,
      [owner],
    );
    const sessions: string[] = [];
    let pages = 0;
    for (let after: RevocationCursor | undefined, more = true; more; pages += 1) {
      const page: RevocationPage = await call(revocations, after === undefined ? {} : { after });
      sessions.push(...page.revoked.filter(({ userId }) => userId === owner).map(({ session = '' }) => session));
      ({ next: after, more } = page);
    }
    expect(pages).toBe(3);
    expect([sessions.length, new Set(sessions).size]).toEqual([4_500, 4_500]);
    await db.query('delete from revocation where user_id = $1', [owner]);
  });

  it('lists only later revocations after a cursor', async () => {
    const [first, second] = [await account('first-out@example.org'), await account('second-out@example.org')];
    const of = async (tokens: Tokens) => (await verify(tokens.access_token)).userId;
    await call(signOut, { refreshToken: first.refresh_token });
    // Older than what a list reads again.
    await running.identity.db.query(`update revocation set written_at = written_at - interval '10 minutes'`);
    const { next } = await call(revocations, {});
    await call(signOut, { refreshToken: second.refresh_token });
    const since = (await call(revocations, { after: next })).revoked.map(({ userId }) => userId);
    expect(since).toContain(await of(second));
    expect(since).not.toContain(await of(first));
  });

  it('ends a session at sign-out, and ignores an invalid token', async () => {
    const { refresh_token } = await account('bye@example.org');
    await call(signOut, { refreshToken: refresh_token });
    expect(await refusal(call(refreshTokens, { refreshToken: refresh_token }))).toBe('token-expired');
    await expect(call(signOut, { refreshToken: 'nonsense' })).resolves.toEqual({});
    expect(await refusal(call(refreshTokens, { refreshToken: 'nonsense' }))).toBe('token-expired');
  });

  it('accepts no access token as refresh token, and vice versa', async () => {
    const tokens = await account('kinds@example.org');
    expect(await refusal(call(refreshTokens, { refreshToken: tokens.access_token }))).toBe('token-expired');
    expect(await refusal(verify(tokens.refresh_token))).toBe('unauthenticated');
  });

  it('resets a password by a link that is valid once, and ends every session and every earlier token', async () => {
    const published: unknown[] = [];
    running.bus.subscribe(REVOKED, ({ data }) => published.push(JSON.parse(new TextDecoder().decode(data))));
    const { refresh_token, access_token } = await account('forgot@example.org');
    const before = await verify(access_token);
    const answers = [
      await call(requestReset, { email: 'nobody@example.org', baseUrl: 'http://10.0.0.5:3000' }),
      await call(requestReset, { email: 'Forgot@example.org', baseUrl: 'http://10.0.0.5:3000/' }),
    ];
    expect(answers).toEqual([{ sendsMail: false }, { sendsMail: false }]);
    expect((await call(readOutbox, {})).mailServer).toBe('none');
    const mail = await eventually(async () => {
      const { mails } = await call(readOutbox, {});
      const mine = mails.filter(({ to }) => ['nobody@example.org', 'forgot@example.org'].includes(to));
      expect(mine).toHaveLength(1);
      return mine[0];
    });
    expect(mail?.to).toBe('forgot@example.org');
    const token = /http:\/\/10\.0\.0\.5:3000\/\?reset=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

    expect(await refusal(call(confirmReset, { token, password: 'short' }))).toBe('weak-password');
    expect(await refusal(call(confirmReset, { token, password: 'iloveyou' }))).toBe('password-too-common');
    const both = [1, 2].map(() => refusal(call(confirmReset, { token, password: 'a new one' })));
    expect((await Promise.all(both)).sort()).toEqual(['reset-link-invalid', undefined]);
    expect(await refusal(call(confirmReset, { token, password: 'once more' }))).toBe('reset-link-invalid');
    expect(await refusal(call(refreshTokens, { refreshToken: refresh_token }))).toBe('token-expired');
    const fresh = await verify(
      (await call(signIn, { email: 'forgot@example.org', password: 'a new one' })).access_token,
    );
    const { revoked } = await call(revocations, {});
    expect(published).toHaveLength(1);
    expect(revoked).toContainEqual(listed(published[0]));
    const { userId, notBefore } = Revocation.parse(published[0]);
    expect([userId, fresh.userId]).toEqual([before.userId, before.userId]);
    expect(before.issuedAt).toBeLessThan(notBefore * 1000);
    expect(fresh.issuedAt).toBeGreaterThanOrEqual(notBefore * 1000);
    const stored = await running.identity.db.query(`select * from password_reset`);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('neither sets the password nor uses up the link while sessions cannot be ended', async () => {
    const email = 'half@example.org';
    const { refresh_token } = await account(email);
    const token = await linkFor(email);
    const { db } = running.identity;
    await db.query('alter table revocation rename to revocation_away');
    expect(await refusal(call(confirmReset, { token, password: 'a new one' }))).toBeDefined();
    await db.query('alter table revocation_away rename to revocation');
    expect(await refusal(call(signIn, { email, password: 'a new one' }))).toBe('invalid-credential');
    expect(await refusal(call(confirmReset, { token, password: 'a new one' }))).toBeUndefined();
    expect(await refusal(call(refreshTokens, { refreshToken: refresh_token }))).toBe('token-expired');
    await call(signIn, { email, password: 'a new one' });
  });

  it('refuses a reset link after half an hour', async () => {
    await account('late@example.org');
    const token = await linkFor('late@example.org');
    await running.identity.db.query(
      `update password_reset set expires_at = expires_at - interval '30 minutes 1 second'`,
    );
    expect(await refusal(call(confirmReset, { token, password: 'a new one' }))).toBe('reset-link-invalid');
  });
});
