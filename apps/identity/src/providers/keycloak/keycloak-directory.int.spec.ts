import { expect, it } from '@jest/globals';
import { erasePerson, revocations, setAdmin, setDisabled, signInAsGuest } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { decodeJwt } from 'jose';
import { identityOnFakeKeycloak, newAccount } from '../../testing/identity-on-fake-keycloak.js';
import type { RunningIdentity } from '../../testing/running-identity.js';

describeWith('postgres', 'old tokens of an account in Keycloak', () => {
  const on = identityOnFakeKeycloak();

  it.each([
    ['disabling', ({ call }: RunningIdentity, userId: string) => call(setDisabled, { userId, disabled: true })],
    ['giving the admin role', ({ call }: RunningIdentity, userId: string) => call(setAdmin, { userId, admin: true })],
  ])('revokes the tokens when %s is repeated after it failed between Keycloak and the database', async (_, act) => {
    const identity = await on.start();
    const { userId } = await newAccount(identity);
    const { db } = identity.identity;
    await db.query('alter table revocation rename to unreachable');
    await expect(act(identity, userId)).rejects.toMatchObject({ code: 'unavailable' });
    const user = on.keycloak.users.get(userId);
    expect(user?.isAdmin === true || user?.enabled === false).toBe(true);
    await db.query('alter table unreachable rename to revocation');
    await act(identity, userId);
    expect((await identity.call(revocations, {})).revoked.map((each) => each.userId)).toEqual([userId]);
  });

  it('deletes an account and a guest at Keycloak and in the database, also when it is repeated', async () => {
    const identity = await on.start();
    const { userId } = await newAccount(identity);
    const guestId = decodeJwt((await identity.call(signInAsGuest, {})).access_token).sub ?? '';
    for (const id of [userId, guestId, userId]) await identity.call(erasePerson, { userId: id, keepsTemplates: false });
    const { db } = identity.identity;
    const [row] = await db.query('select email, name from person_erasure where user_id = $1', [userId]);
    expect(row).toMatchObject({ email: expect.stringContaining('@'), name: expect.any(String) });
    expect([on.keycloak.users.has(userId), on.keycloak.users.has(guestId)]).toEqual([false, false]);
    const left = await db.query(
      'select id from keycloak_account where id = $1 union all select id from keycloak_guest where id = $2',
      [userId, guestId],
    );
    expect(left).toEqual([]);
  });

  it('deletes at Keycloak later what it could not delete when it was noted', async () => {
    const identity = await on.start();
    const { userId } = await newAccount(identity);
    const { db, directory } = identity.identity;
    await db.query('alter table revocation rename to unreachable');
    const erased = identity.call(erasePerson, { userId, keepsTemplates: false });
    await expect(erased).rejects.toMatchObject({ code: 'unavailable' });
    expect(on.keycloak.users.has(userId)).toBe(true);
    await db.query('alter table unreachable rename to revocation');
    expect(await db.query('select from person_erasure where user_id = $1', [userId])).toHaveLength(1);
    await directory.erase(userId, () => Promise.resolve());
    expect(on.keycloak.users.has(userId)).toBe(false);
  });
});
