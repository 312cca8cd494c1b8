import { erasePerson, signIn, signInAsGuest, signUp } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { type IdentityOnKeycloak, startIdentityOn } from './support/running-service.js';

describeWithKeycloak('people who delete their data', (keycloak) => {
  let identity: IdentityOnKeycloak;
  beforeAll(async () => void (identity = await startIdentityOn(keycloak)));
  afterAll(() => identity?.stop());

  const erase = (userId: string) => identity.call(erasePerson, { userId: userId as UserId, keepsTemplates: false });
  const found = (query: string) => identity.console.get<{ id: string }[]>(`/users?${query}`);
  const idsOf = async (query: string) => (await found(query))?.map(({ id }) => id) ?? [];

  it('leave no user in Keycloak, by id, address or name, and may use their address again', async () => {
    const form = { displayName: 'Zelma Quorndon', email: 'zelma@example.org', password: 'secret1' };
    const { userId } = await identity.read(await identity.call(signUp, form));
    expect(await idsOf('email=zelma@example.org')).toEqual([userId]);
    await erase(userId);
    await eventually(async () => expect(await idsOf('email=zelma@example.org')).toEqual([]));
    expect(await identity.console.get(`/users/${userId}`)).toBeUndefined();
    expect(await idsOf('search=Quorndon')).toEqual([]);
    const { email, password } = form;
    await expect(identity.call(signIn, { email, password })).rejects.toMatchObject({ code: 'invalid-credential' });
    const again = await identity.read(await identity.call(signUp, form));
    expect(again.userId).not.toBe(userId);
  });

  it('leave no user in Keycloak as guests', async () => {
    const { userId } = await identity.read(await identity.call(signInAsGuest, {}));
    expect(await identity.console.get(`/users/${userId}`)).toMatchObject({ id: userId });
    await erase(userId);
    await eventually(async () => expect(await identity.console.get(`/users/${userId}`)).toBeUndefined());
  });
});
