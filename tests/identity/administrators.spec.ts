import { createHttp, newId } from '@earworm/client';
import { RefusedError, type RouteInput } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { eventually } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Member, newGuest, newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { describeWithProvider } from './support/describe-with-provider.js';

type Query = NonNullable<RouteInput<'listAccounts'>['query']>;

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof RefusedError ? error.code : error),
  );
const isAdmin = ({ access_token: token }: { access_token: string }): boolean =>
  (decodeJwt(token)['realm_access'] as { roles: string[] }).roles.includes('admin');

describeWithProvider('administrators', ({ product }) => {
  const body = { reason: 'A reason' };
  let ann: Member | undefined;
  /** Signed in once: the sign-ins of one account are limited. */
  const admin = async () => (ann ??= await signedIn(product.url, FIRST_ADMIN));
  const renewed = ({ tokens }: Member) =>
    createHttp({ baseUrl: product.url }).call('refresh', { body: { refreshToken: tokens.refresh_token } });
  const aName = (name: string) => `${name} ${newId().slice(0, 6)}`;
  const found = async ({ http }: Member, query: Query) =>
    (await http.call('listAccounts', { query })).accounts.map(({ userId }) => userId);
  /** Until it has reached the gateway that the tokens have ended. */
  const hasEnded = ({ http }: Member) =>
    eventually(async () => expect(await refusal(http.call('history'))).toBe('token-expired'));

  it('find an account by a part of its name or e-mail and by its id, and read it', async () => {
    const ann = await admin();
    const name = aName('Zelda');
    const { userId, account } = await newRegisteredUser(product.url, name);
    for (const search of [name.slice(2).toUpperCase(), account!.email.slice(0, 20), userId])
      expect(await found(ann, { search })).toEqual([userId]);
    expect(await ann.http.call('readAccount', { params: { userId } })).toMatchObject({
      userId,
      role: 'registered',
      state: 'enabled',
      displayName: name,
      email: account!.email.toLowerCase(),
      createdAt: expect.any(Number),
    });
  });

  it('list no guests, and find one by the id', async () => {
    const ann = await admin();
    const { userId } = await newGuest(product.url);
    const { accounts } = await ann.http.call('listAccounts', { query: { search: 'guest' } });
    expect(accounts.filter(({ role }) => role === 'guest')).toEqual([]);
    expect(await found(ann, { search: userId })).toEqual([userId]);
    expect(await ann.http.call('readAccount', { params: { userId } })).toMatchObject({ role: 'guest', email: null });
  });

  it('narrow the list by role and state', async () => {
    const ann = await admin();
    const name = aName('Narrow');
    const [plain, chief, off] = await Promise.all([1, 2, 3].map(() => newRegisteredUser(product.url, name)));
    await ann.http.call('giveAdmin', { params: { userId: chief!.userId }, body });
    await ann.http.call('disableAccount', { params: { userId: off!.userId }, body });
    expect(await found(ann, { search: name, role: 'admin' })).toEqual([chief!.userId]);
    expect((await found(ann, { search: name, role: 'registered' })).toSorted()).toEqual(
      [plain!.userId, off!.userId].toSorted(),
    );
    expect(await found(ann, { search: name, state: 'disabled' })).toEqual([off!.userId]);
    expect(await found(ann, { search: name, role: 'admin', state: 'disabled' })).toEqual([]);
  });

  it('give and take the admin role: old tokens end, and a renewed one has the new role', async () => {
    const ann = await admin();
    const pat = await newRegisteredUser(product.url, aName('Pat'));
    const params = { userId: pat.userId };
    expect(await ann.http.call('giveAdmin', { params, body })).toMatchObject({ role: 'admin' });
    await hasEnded(pat);
    expect(isAdmin(await renewed(pat))).toBe(true);
    const chief = await signedIn(product.url, pat.account!);
    expect(await ann.http.call('takeAdmin', { params, body })).toMatchObject({ role: 'registered' });
    await hasEnded(chief);
    expect(isAdmin(await renewed(chief))).toBe(false);
  });

  it('disable an account, which is signed out and cannot sign in until it is enabled again', async () => {
    const ann = await admin();
    const pat = await newRegisteredUser(product.url, aName('Pat'));
    const params = { userId: pat.userId };
    expect(await ann.http.call('disableAccount', { params, body })).toMatchObject({ state: 'disabled' });
    await hasEnded(pat);
    expect(await refusal(renewed(pat))).toBe('token-expired');
    // From an unknown browser, so it may not learn that the account is disabled.
    expect(['user-disabled', 'invalid-credential']).toContain(await refusal(signedIn(product.url, pat.account!)));
    expect(await ann.http.call('enableAccount', { params, body })).toMatchObject({
      state: 'enabled',
      displayName: expect.stringMatching(/^Pat /),
      email: pat.account!.email.toLowerCase(),
    });
    const back = await signedIn(product.url, pat.account!);
    expect(back.userId).toBe(pat.userId);
    await back.http.call('history');
  });

  it('end the sessions of an account, which signs in again at once, and of a guest', async () => {
    const ann = await admin();
    const [pat, guest] = [await newRegisteredUser(product.url, aName('Pat')), await newGuest(product.url)];
    for (const member of [pat, guest]) {
      await ann.http.call('endAccountSessions', { params: { userId: member.userId }, body });
      await hasEnded(member);
      expect(await refusal(renewed(member))).toBe('token-expired');
    }
    await (await signedIn(product.url, pat.account!)).http.call('history');
  });

  it('close the open socket of an account that they disable', async () => {
    const ann = await admin();
    const pat = await newRegisteredUser(product.url, aName('Pat'));
    const { gameId } = await pat.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Pat' } });
    const socket = await RawSocket.join(`${product.url.replace('http', 'ws')}/ws`, {
      gameId,
      token: pat.tokens.access_token,
      as: 'moderator',
    });
    await ann.http.call('disableAccount', { params: { userId: pat.userId }, body });
    await socket.closed();
    expect(socket.of('bye')).toHaveLength(1);
  });

  it('fail to make a guest an administrator, to act on an unknown user, or to act without a reason', async () => {
    const { http } = await admin();
    const { userId } = await newGuest(product.url);
    expect(await refusal(http.call('giveAdmin', { params: { userId }, body }))).toBe('account-is-guest');
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'unknown'])
      expect(await refusal(http.call('endAccountSessions', { params: { userId: unknown }, body }))).toBe(
        'account-not-found',
      );
    expect(await refusal(http.call('disableAccount', { params: { userId }, body: { reason: ' ' } }))).toBe(
      'reason-required',
    );
  });

  it('see the games that a user moderates', async () => {
    const ann = await admin();
    const pat = await newRegisteredUser(product.url, aName('Pat'));
    const { gameId } = await pat.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Pat' } });
    await eventually(async () =>
      expect((await ann.http.call('accountGames', { params: { userId: pat.userId } })).games).toEqual([
        expect.objectContaining({ gameId, role: 'moderator', status: 'setup' }),
      ]),
    );
  });

  it('appear in the audit log with what they did, also with what was refused', async () => {
    const ann = await admin();
    const name = aName('Pat');
    const { userId } = await newRegisteredUser(product.url, name);
    const params = { userId };
    await ann.http.call('endAccountSessions', { params, body: { reason: 'Lost phone' } });
    await ann.http.call('readAccount', { params });
    await refusal(ann.http.call('giveAdmin', { params: { userId: (await newGuest(product.url)).userId }, body }));
    await ann.http.call('outbox');
    const log = async (query: NonNullable<RouteInput<'listAudit'>['query']>) =>
      (await ann.http.call('listAudit', { query })).entries;
    const target = { kind: 'account', id: userId, name };
    expect(await log({ target: userId })).toEqual([
      expect.objectContaining({ act: 'account-read', target, reason: null, outcome: 'done' }),
      expect.objectContaining({
        act: 'sessions-ended',
        target,
        userId: ann.userId,
        reason: 'Lost phone',
        outcome: 'done',
      }),
    ]);
    expect((await log({ who: ann.userId, act: 'admin-given' }))[0]).toMatchObject({
      outcome: 'refused',
      code: 'account-is-guest',
    });
    expect((await log({ who: ann.userId, act: 'outbox-read' }))[0]).toMatchObject({ target: null, outcome: 'done' });
  });
});
