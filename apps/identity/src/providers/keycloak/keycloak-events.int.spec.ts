import { expect, it } from '@jest/globals';
import { revocations } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { FakeKeycloak } from '../../testing/fake-keycloak.js';
import { identityOnFakeKeycloak, newAccount } from '../../testing/identity-on-fake-keycloak.js';

/** More than one look reads. */
const MANY = 6_000;

describeWith('postgres', 'sign-outs at Keycloak’s console', () => {
  const on = identityOnFakeKeycloak();

  /** All within a few seconds, and `userId` signed out after them. */
  const eventsThen = (userId: string, { serviceAccount }: FakeKeycloak, operationType: string) => {
    const from = Date.now() - MANY;
    const own = Array.from({ length: MANY }, (_, i) => ({
      ...{ time: from + i, operationType, resourceType: 'USER', resourcePath: `users/${randomUUID()}` },
      authDetails: { userId: serviceAccount },
    }));
    const signOut = {
      ...{ time: from + MANY, operationType: 'ACTION', resourceType: 'USER', resourcePath: `users/${userId}/logout` },
      authDetails: { userId: randomUUID() },
    };
    return [...own, signOut];
  };

  it.each([
    ['guests that this service has deleted', 'DELETE', true],
    ['guests that this service has created, which are not even read', 'CREATE', false],
  ])('finds a sign-out after the events of thousands of %s', async (_, operationType, isWarned) => {
    const identity = await on.start();
    const { userId } = await newAccount(identity);
    on.keycloak.adminEvents = eventsThen(userId, on.keycloak, operationType);
    await eventually(async () =>
      expect((await identity.call(revocations, {})).revoked.map((each) => each.userId)).toEqual([userId]),
    );
    expect(identity.warnings.some((sentence) => sentence.includes('more events'))).toBe(isWarned);
  });
});

describeWith('postgres', 'users’ actions on Keycloak’s own pages', () => {
  const on = identityOnFakeKeycloak();
  const userId = randomUUID();
  const sessionId = randomUUID();

  it.each([
    ['a sign-out, which ends that session', { type: 'LOGOUT', userId, sessionId }, { userId, session: sessionId }],
    ['a sign-out without a session, which ends all', { type: 'LOGOUT', userId }, { userId }],
    ['the deletion of the account, which ends all', { type: 'DELETE_ACCOUNT', userId, sessionId }, { userId }],
  ])('finds %s', async (_, event, revocation) => {
    const identity = await on.start();
    on.keycloak.userEvents = [{ time: Date.now(), ...event }];
    const expected = { ...revocation, notBefore: expect.any(Number), expiresIn: expect.any(Number) };
    await eventually(async () => expect((await identity.call(revocations, {})).revoked).toEqual([expected]));
  });
});
