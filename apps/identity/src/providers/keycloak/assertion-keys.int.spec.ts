import { expect, it, jest } from '@jest/globals';
import { describeWith } from '@earworm/service-kit/testing';
import { identityOnFakeKeycloak } from '../../testing/identity-on-fake-keycloak.js';
import { rotateAssertionKey } from './assertion-keys.js';

const ASKED = 50;

describeWith('postgres', 'The published keys of assertions', () => {
  const on = identityOnFakeKeycloak();

  it('reads the keys once for concurrent requests, and again after their time', async () => {
    const { identity, realm } = await on.start();
    const query = jest.spyOn(identity.db, 'query');
    const reads = () => query.mock.calls.filter(([sql]) => sql.includes('from assertion_key order by')).length;
    const ask = () =>
      Promise.all(
        Array.from({ length: ASKED }, async () => {
          const answer = await fetch(`${realm}/protocol/openid-connect/certs`);
          return ((await answer.json()) as { keys: unknown[] }).keys.length;
        }),
      );
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1e9);
    try {
      expect(await ask()).toEqual(Array(ASKED).fill(1));
      await rotateAssertionKey(identity.db, { olderThanDays: 0 });
      clock.mockReturnValue(1e9 + 1_000);
      expect(await ask()).toEqual(Array(ASKED).fill(2));
      // The service also reads them by itself, every few seconds.
      expect(reads()).toBeLessThan(ASKED / 2);
    } finally {
      clock.mockRestore();
    }
  });
});
