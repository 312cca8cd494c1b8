import { refreshTokens, signInAsGuest, signOut, signUp } from '@earworm/contracts';
import { deleteOldGuestsOf, rotateAssertionKey } from '@earworm/identity/testing';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { type IdentityOnKeycloak, startIdentityOn } from './support/running-service.js';

describeWithKeycloak('guests in Keycloak', (keycloak) => {
  let identity: IdentityOnKeycloak;
  beforeAll(async () => void (identity = await startIdentityOn(keycloak)));
  afterAll(() => identity?.stop());

  const guest = () => identity.call(signInAsGuest, {});
  const ready = async () =>
    (await identity.db.query('select id from keycloak_guest where handed_out_at is null and id is not null')).map(
      ({ id }: { id: string }) => id,
    );
  const untilFull = () => eventually(async () => expect(await ready()).toHaveLength(3));

  it('come from the pool, each once, and are created when it is empty', async () => {
    await untilFull();
    const pool = await ready();
    const people = await Promise.all(Array.from({ length: 6 }, async () => identity.read(await guest())));
    const ids = people.map(({ userId }) => userId);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toEqual(expect.arrayContaining(pool));
    expect(people.every(({ isGuest, name, roles }) => isGuest && name === 'Guest' && roles.length === 1)).toBe(true);
    await untilFull();
    for (const figure of ['guests', 'size'])
      expect(await identity.service.metrics()).toMatch(new RegExp(`^identity_guest_pool_${figure}(\\{.*\\})? 3$`, 'm'));
  });

  it('keep their id when their tokens are issued again, until they sign out', async () => {
    const tokens = await guest();
    const { userId } = await identity.read(tokens);
    const renewed = await identity.call(refreshTokens, { refreshToken: tokens.refresh_token });
    expect(await identity.read(renewed)).toMatchObject({ userId, isGuest: true, session: userId });
    await identity.call(signOut, { refreshToken: tokens.refresh_token });
    for (const { refresh_token: refreshToken } of [tokens, renewed])
      await expect(identity.call(refreshTokens, { refreshToken })).rejects.toMatchObject({ code: 'token-expired' });
  });

  it('leave the pool and lose their sessions when they are deleted in Keycloak', async () => {
    await untilFull();
    const tokens = await guest();
    const { userId } = await identity.read(tokens);
    await untilFull();
    const deleted = [userId, ...(await ready())];
    await Promise.all(deleted.map((id) => identity.console.send('DELETE', `/users/${id}`)));
    await expect(identity.call(refreshTokens, { refreshToken: tokens.refresh_token })).rejects.toMatchObject({
      code: 'token-expired',
    });
    expect(deleted).not.toContain((await identity.read(await guest())).userId);
  });

  it('disappear from Keycloak when they stay away longer than sessions last, as do unassigned users', async () => {
    const { db } = identity;
    const [old, young] = await Promise.all(
      [guest(), guest()].map(async (tokens) => (await identity.read(await tokens)).userId),
    );
    await db.query(`update keycloak_guest set last_seen = now() - interval '31 days' where id = $1`, [old]);
    await untilFull();
    const [lost] = await ready();
    await db.query(`update keycloak_guest set id = null, created_at = now() - interval '2 hours' where id = $1`, [
      lost,
    ]);
    expect(await deleteOldGuestsOf(identity.settings, db, 30)).toBe(2);
    for (const [id, isLeft] of [
      [old, false],
      [lost, false],
      [young, true],
    ] as const)
      expect((await identity.console.get(`/users/${id}`)) !== undefined).toBe(isLeft);
  });

  it('go on signing in and staying signed in while the key of their assertions is replaced', async () => {
    const { db } = identity;
    const keys = async () => {
      const answer = await fetch(`${identity.service.realm}/protocol/openid-connect/certs`);
      return ((await answer.json()) as { keys: { kid: string; d?: string }[] }).keys;
    };
    const tokens = await guest();
    const [before] = await keys();
    expect(await rotateAssertionKey(db, { olderThanDays: 0 })).toBe(true);
    const published = await eventually(async () => {
      const found = await keys();
      expect(found).toHaveLength(2);
      return found;
    });
    expect(published.some(({ d }) => d !== undefined)).toBe(false);
    await guest();
    // Every replica publishes it by now, and so does what Keycloak has read of it.
    await eventually(async () => {
      const [row] = await db.query('select bool_and(used_from <= now()) as "isUsed" from assertion_key');
      expect(row.isUsed).toBe(true);
    });
    await guest();
    await identity.call(refreshTokens, { refreshToken: tokens.refresh_token });
    await db.query(`update assertion_key set kept_until = now() - interval '1 second' where kid = $1`, [before?.kid]);
    await eventually(async () => expect((await keys()).map(({ kid }) => kid)).not.toContain(before?.kid));
    expect((await identity.read(await guest())).isGuest).toBe(true);
    expect((await identity.service.health.ready()).degraded).toBe(false);
  });

  it('become accounts in place: the same id, another role, and no way back as a guest', async () => {
    const tokens = await guest();
    const { userId } = await identity.read(tokens);
    const becomes = (password: string) =>
      identity.call(signUp, { displayName: 'Ada', email: 'ada@example.org', password, guest: userId });
    expect(await identity.read(await becomes('secret1'))).toMatchObject({
      userId,
      isGuest: false,
      roles: ['registered'],
      name: 'Ada',
      email: 'ada@example.org',
    });
    const groups = await identity.console.get<{ path: string }[]>(`/users/${userId}/groups`);
    expect(groups?.map(({ path }) => path)).toEqual(['/registered']);
    await expect(identity.call(refreshTokens, { refreshToken: tokens.refresh_token })).rejects.toMatchObject({
      code: 'token-expired',
    });
    // The answer was lost, and the page asks again; another password is refused.
    expect(await identity.read(await becomes('secret1'))).toMatchObject({ userId });
    await expect(becomes('secret2')).rejects.toMatchObject({ code: 'email-already-in-use' });
  });

  it('become one account of two that are requested at the same moment, and the other one is a new user', async () => {
    const { userId } = await identity.read(await guest());
    const ids = await Promise.all(
      ['one@example.org', 'two@example.org'].map(async (email) => {
        const made = await identity.call(signUp, { displayName: 'Bob', email, password: 'secret1', guest: userId });
        return (await identity.read(made)).userId;
      }),
    );
    expect(ids.filter((id) => id === userId)).toHaveLength(1);
    expect(new Set(ids).size).toBe(2);
  });

  it('remain guests when their upgrade was interrupted, and complete it by signing up again', async () => {
    const tokens = await guest();
    const { userId } = await identity.read(tokens);
    const email = 'interrupted@example.org';
    await identity.console.send('PUT', `/users/${userId}`, { email, username: email, firstName: 'Cem' });
    const renewed = await identity.call(refreshTokens, { refreshToken: tokens.refresh_token });
    expect(await identity.read(renewed)).toMatchObject({ userId, isGuest: true });
    const made = await identity.call(signUp, { displayName: 'Cem', email, password: 'secret1', guest: userId });
    expect(await identity.read(made)).toMatchObject({ userId, isGuest: false });
    await expect(
      identity.call(signUp, { displayName: 'Cem', email, password: 'secret1', guest: null }),
    ).rejects.toMatchObject({ code: 'email-already-in-use' });
  });
});
