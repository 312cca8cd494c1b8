import { createServer, type Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { syncRealm } from '@earworm/identity/realm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { adminApi, HOST_OF_CONTAINERS } from '../harness/keycloak-server.js';
import { lastingPort } from '../harness/ports.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';

const CLIENT_SECRET = 'a-secret-of-the-spec';
const ASSERTIONS_BY = 'https://earworm.local/identity';

describeWithKeycloak('tokens of the realm', (keycloak) => {
  const realm = `tokens-${randomUUID().slice(0, 8)}`;
  const issuer = `${keycloak.url}/realms/${realm}`;
  const api = adminApi(keycloak);
  let keys: Server;
  let privateKey: CryptoKey;

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    privateKey = pair.privateKey;
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'spec', use: 'sig', alg: 'ES256' };
    const port = await lastingPort();
    keys = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => void keys.listen(port, resolve));
    const assertionKeysUrl = `http://${HOST_OF_CONTAINERS}:${port}/keys`;
    const settings = { realm, publicUrl: 'https://quiz.example.org', clientSecret: CLIENT_SECRET, assertionKeysUrl };
    await syncRealm(api, settings, { report: () => undefined });
  });
  afterAll(() => void keys?.close());

  async function grant(client: string, form: Record<string, string>): Promise<Record<string, unknown>> {
    const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client, client_secret: CLIENT_SECRET, ...form }),
    });
    return (await response.json()) as Record<string, unknown>;
  }
  const claimsIn = (answer: Record<string, unknown>) =>
    decodeJwt(String(answer['access_token'])) as JWTPayload & {
      realm_access?: { roles: string[] };
      resource_access?: object;
    };
  const lifetime = ({ iat = 0, exp = 0 }: JWTPayload) => exp - iat;

  it('name a guest with the role guest for six hours, from an assertion of the identity service', async () => {
    const id = `guest-${randomUUID()}`;
    await api.send('POST', `/${realm}/users`, {
      username: id,
      enabled: true,
      groups: ['/guests'],
      federatedIdentities: [{ identityProvider: 'earworm-guests', userId: id, userName: id }],
    });
    const [user] = (await api.get<{ id: string }[]>(`/${realm}/users?username=${id}&exact=true`)) ?? [];
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: 'spec' })
      .setIssuer(ASSERTIONS_BY)
      .setSubject(id)
      .setAudience(issuer)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey);
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const claims = claimsIn(await grant('earworm-guests', form));
    expect(claims).toMatchObject({ iss: issuer, sub: user?.id, aud: 'earworm', realm_access: { roles: ['guest'] } });
    expect(claims).not.toHaveProperty('resource_access');
    expect(lifetime(claims)).toBe(21_600);
    // The client for accounts gives guests no tokens.
    expect(await grant('earworm-identity', form)).toMatchObject({ error: expect.any(String) });
  });

  it('name an account with the role registered for half an hour, and its display name', async () => {
    const email = `${randomUUID()}@example.org`;
    await api.send('POST', `/${realm}/users`, {
      username: email,
      email,
      enabled: true,
      firstName: 'Ada! <3',
      groups: ['/registered'],
      credentials: [{ type: 'password', value: 'secret', temporary: false }],
    });
    const form = { grant_type: 'password', username: email, password: 'secret', scope: 'openid' };
    const answer = await grant('earworm-identity', form);
    const claims = claimsIn(answer);
    expect(claims).toMatchObject({ aud: 'earworm', name: 'Ada! <3', email, realm_access: { roles: ['registered'] } });
    expect(lifetime(claims)).toBe(1_800);
    expect(answer['refresh_token']).toEqual(expect.any(String));
    for (const client of ['earworm-web', 'earworm-guests'])
      expect(await grant(client, form)).toMatchObject({ error: 'unauthorized_client' });
  });

  it('name an account as registered that was made in the console, without a group', async () => {
    const email = `${randomUUID()}@example.org`;
    const credentials = [{ type: 'password', value: 'secret', temporary: false }];
    await api.send('POST', `/${realm}/users`, { username: email, email, enabled: true, credentials });
    const form = { grant_type: 'password', username: email, password: 'secret' };
    expect(claimsIn(await grant('earworm-identity', form)).realm_access?.roles).toEqual(['registered']);
  });

  it('let the identity service administer users and nothing else', async () => {
    const { access_token: token } = await grant('earworm-identity', { grant_type: 'client_credentials' });
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${keycloak.url}/admin/realms/${realm}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
    expect((await ask('/users?max=1')).status).toBe(200);
    expect((await ask('/events?max=1')).status).toBe(200);
    expect((await ask('/clients?clientId=earworm-web')).status).toBe(403);
    expect((await ask('', { method: 'DELETE' })).status).toBe(403);
  });
});
