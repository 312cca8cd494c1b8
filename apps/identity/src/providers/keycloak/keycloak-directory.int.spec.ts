import { expect, it } from '@jest/globals';
import { revocations, setAdmin, setDisabled } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
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
});
