import { createServer as createTlsServer, type Server } from 'node:tls';
import { connect } from 'node:net';
import { refreshTokens, signIn, signInAsGuest, signUp } from '@earworm/contracts';
import { connectToKeycloak } from '@earworm/identity/testing';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { type IdentityOnKeycloak, startIdentityOn } from './support/running-service.js';
import { SELF_SIGNED } from './support/self-signed.js';

describeWithKeycloak('an unusable Keycloak', (keycloak) => {
  let identity: IdentityOnKeycloak;
  beforeAll(async () => void (identity = await startIdentityOn(keycloak)));
  afterAll(() => identity?.stop());

  const keycloakIn = async () => (await identity.service.health.ready()).checks.find(({ name }) => name === 'keycloak');
  const account = { email: 'ada@example.org', password: 'secret1' };

  it('ends no session while it is unreachable, lets new guests wait, and is used again when it is back', async () => {
    const guest = await identity.call(signInAsGuest, {});
    const user = await identity.call(signUp, { displayName: 'Ada', ...account });
    identity.line.cut();
    try {
      for (const { refresh_token: refreshToken } of [guest, user])
        await expect(identity.call(refreshTokens, { refreshToken })).rejects.toMatchObject({ code: 'unavailable' });
      await expect(identity.call(signInAsGuest, {})).rejects.toMatchObject({ code: 'guest-wait', params: { n: 5 } });
      await expect(identity.call(signIn, account)).rejects.toMatchObject({ code: 'unavailable' });
      // Gateways that start meanwhile still learn by which keys tokens are checked.
      for (const tokens of [guest, user]) expect((await identity.read(tokens)).userId).toBeTruthy();
      await eventually(async () =>
        expect(await keycloakIn()).toMatchObject({ ok: false, optional: true, reason: 'it cannot be reached' }),
      );
    } finally {
      identity.line.mend();
    }
    await eventually(async () => expect(await keycloakIn()).toMatchObject({ ok: true }));
    await identity.call(signInAsGuest, {});
    for (const { refresh_token: refreshToken } of [guest, user]) await identity.call(refreshTokens, { refreshToken });
  });

  describe('connection at the start', () => {
    const connecting = (change: Partial<Parameters<typeof connectToKeycloak>[0]>) =>
      connectToKeycloak({
        url: keycloak.url,
        realm: identity.settings.KEYCLOAK_REALM,
        secret: identity.settings.KEYCLOAK_CLIENT_SECRET,
        now: Date.now,
        ...change,
      });
    let untrusted: Server;
    let untrustedUrl: string;
    beforeAll(async () => {
      const target = Number(new URL(keycloak.url).port);
      untrusted = createTlsServer(SELF_SIGNED, (near) => {
        const far = connect(target, '127.0.0.1');
        for (const socket of [near, far]) socket.on('error', () => far.destroy());
        near.pipe(far).pipe(near);
      });
      const port = await lastingPort();
      await new Promise<void>((resolve) => void untrusted.listen(port, '127.0.0.1', resolve));
      untrustedUrl = `https://127.0.0.1:${port}`;
    });
    afterAll(() => void untrusted?.close());

    it('succeeds when everything is right', async () => {
      await connecting({});
    });

    it.each([
      ['a realm that it does not have', () => ({ realm: 'nowhere' }), 'it has no realm of the name in KEYCLOAK_REALM'],
      ['a wrong client secret', () => ({ secret: 'wrong' }), 'it does not accept KEYCLOAK_CLIENT_SECRET'],
      [
        'a clock two minutes ahead',
        () => ({ now: () => Date.now() + 120_000 }),
        /^its clock is 1(19|2[01]) s behind this machine's/,
      ],
      [
        'a clock two minutes behind its own',
        () => ({ now: () => Date.now() - 120_000 }),
        /^its clock is 1(19|2[01]) s ahead of this machine's/,
      ],
      [
        'an untrusted certificate',
        () => ({ url: untrustedUrl }),
        /^its certificate is not trusted: .*NODE_EXTRA_CA_CERTS/,
      ],
      ['an address where nothing answers', () => ({ url: 'http://127.0.0.1:9' }), 'it cannot be reached'],
    ])('names the reason in one line: %s', async (_, change, reason) => {
      const error = await connecting(change()).then(
        () => null,
        (thrown: unknown) => thrown as Error,
      );
      expect(error?.message).toMatch(reason);
      expect(error?.message).not.toContain('\n');
      expect(error?.message).not.toContain(identity.settings.KEYCLOAK_CLIENT_SECRET);
    });
  });
});
