import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { signIn, signInAsGuest, signingKeys, signOut, signUp, type Tokens } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { form, openBrowser } from '../../testing/browser.js';
import { runIdentity, type RunningIdentity } from '../../testing/running-identity.js';

const ISSUER = 'http://earworm.localhost/realms/earworm';
const CONNECT = '/protocol/openid-connect';

describeWith('postgres', 'The realm over HTTP', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;

  const token = async (fields: Record<string, string>) => {
    const answer = await fetch(`${running.realm}${CONNECT}/token`, form({ client_id: 'earworm-web', ...fields }));
    return {
      status: answer.status,
      body: (await answer.json()) as Tokens & { error?: string; error_description?: string },
    };
  };
  const verified = async (accessToken: string) => {
    const keys = createRemoteJWKSet(new URL(`${running.realm}${CONNECT}/certs`));
    return (await jwtVerify(accessToken, keys, { issuer: ISSUER, audience: 'earworm', algorithms: ['ES256'] })).payload;
  };

  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
    await running.call(signUp, { displayName: 'Ada', email: 'ada@example.org', password: 'secret1' });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  it('serves Keycloak’s routes under any host', async () => {
    const found = await (await fetch(`${running.realm}/.well-known/openid-configuration`)).json();
    expect(found).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${running.realm}${CONNECT}/auth`,
      token_endpoint: `${running.realm}${CONNECT}/token`,
      jwks_uri: `${running.realm}${CONNECT}/certs`,
      end_session_endpoint: `${running.realm}${CONNECT}/logout`,
    });
    expect((await fetch(`${running.origin}/realms/other/protocol`)).status).toBe(404);
  });

  it('publishes no private part of its key', async () => {
    const published = await (await fetch(`${running.realm}${CONNECT}/certs`)).json();
    const { keys } = await running.call(signingKeys, {});
    for (const key of [...(published as { keys: object[] }).keys, ...keys]) expect(key).not.toHaveProperty('d');
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  });

  it('signs in with an e-mail and password, with Keycloak’s claims', async () => {
    const { body } = await token({ grant_type: 'password', username: 'Ada@example.org', password: 'secret1' });
    expect(await verified(body.access_token)).toMatchObject({
      preferred_username: 'ada@example.org',
      name: 'Ada',
      email: 'ada@example.org',
      realm_access: { roles: ['registered'] },
      azp: 'earworm-web',
      scope: 'openid profile email',
    });
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    expect(decodeJwt(body.refresh_token).exp).toBeGreaterThan(Date.now() / 1000);
  });

  it('allows cross-origin requests of its own origin only', async () => {
    const authorize = (origin: string) =>
      fetch(`${running.realm}${CONNECT}/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          client_id: 'earworm-web',
          grant_type: 'password',
          username: 'ada@example.org',
          password: 'secret1',
        }),
      });
    expect((await authorize(running.origin)).status).toBe(200);
    const foreign = await authorize('http://evil.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  });

  it('trusts the forwarded host and scheme of a named proxy only', async () => {
    const origin = 'https://play.example.org';
    const statusOf = async () => {
      const headers = { origin, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'play.example.org' };
      const fields = { grant_type: 'password', username: 'ada@example.org', password: 'secret1' };
      const body = new URLSearchParams({ client_id: 'earworm-web', ...fields });
      return (await fetch(`${running.realm}${CONNECT}/token`, { method: 'POST', headers, body })).status;
    };
    expect(await statusOf()).toBe(400);
    await running.stop();
    running = await runIdentity({ DATABASE_URL: database.url, TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await statusOf()).toBe(400);
    await running.stop();
    running = await runIdentity({ DATABASE_URL: database.url, TRUSTED_PROXIES: 'loopback' });
    expect(await statusOf()).toBe(200);
  });

  it('answers a wrong password as Keycloak does', async () => {
    const { status, body } = await token({ grant_type: 'password', username: 'ada@example.org', password: 'wrong-1' });
    expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: 'Invalid user credentials' }]);
  });

  it('refreshes a guest’s and a user’s tokens for keycloak-js', async () => {
    const guest = await running.call(signInAsGuest, {});
    const user = (await token({ grant_type: 'password', username: 'ada@example.org', password: 'secret1' })).body;
    for (const [before, role] of [
      [guest, 'guest'],
      [user, 'registered'],
    ] as const) {
      const { status, body } = await token({ grant_type: 'refresh_token', refresh_token: before.refresh_token });
      expect(status).toBe(200);
      expect(await verified(body.access_token)).toMatchObject({
        sub: decodeJwt(before.access_token).sub,
        realm_access: { roles: [role] },
      });
    }
  });

  it('refreshes over HTTP a session opened over the bus', async () => {
    const guest = await running.call(signInAsGuest, {});
    const { body } = await token({ grant_type: 'refresh_token', refresh_token: guest.refresh_token });
    expect(decodeJwt(body.access_token).sub).toBe(decodeJwt(guest.access_token).sub);
  });

  it('answers 400 invalid_grant for a session that is over', async () => {
    const { status, body } = await token({ grant_type: 'refresh_token', refresh_token: 'a.b.c' });
    expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: 'Token is not active' }]);
  });

  it('serves no other client', async () => {
    const answer = await fetch(
      `${running.realm}${CONNECT}/token`,
      form({ client_id: 'somebody-else', grant_type: 'password' }),
    );
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client']);
  });

  it('returns the user of a token', async () => {
    const { body } = await token({ grant_type: 'password', username: 'ada@example.org', password: 'secret1' });
    const ask = (bearer: string) =>
      fetch(`${running.realm}${CONNECT}/userinfo`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await ask(body.access_token)).json()).toMatchObject({ name: 'Ada', email: 'ada@example.org' });
    expect((await ask(body.refresh_token)).status).toBe(401);
  });

  describeRedirects(() => running, token, verified);

  it('keeps keys, sessions and guests across a restart on another port, and creates no second admin', async () => {
    const guest = await running.call(signInAsGuest, {});
    const before = running.realm;
    await running.stop();
    running = await runIdentity({ DATABASE_URL: database.url });
    expect(running.realm).not.toBe(before);
    expect(running.admins).toEqual([]);
    expect(await verified(guest.access_token)).toMatchObject({ realm_access: { roles: ['guest'] } });
    expect((await token({ grant_type: 'refresh_token', refresh_token: guest.refresh_token })).status).toBe(200);
  });

  it('sets host-only secure cookies where PUBLIC_URL is https, also behind a proxy without headers', async () => {
    await running.stop();
    running = await runIdentity({ DATABASE_URL: database.url, PUBLIC_URL: 'https://play.example.org' });
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      ...{ client_id: 'earworm-web', redirect_uri: 'https://play.example.org/', state: 'st', nonce: 'no' },
      ...{ response_mode: 'fragment', response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    const given: string[] = [];
    const browser = openBrowser({}, (line) => given.push(line));
    const page = await browser.follow(`${running.realm}${CONNECT}/auth?${query}`, running.realm);
    const back = await browser.follow(page.url, running.realm, form({ email: 'ada@example.org', password: 'secret1' }));
    expect(back.url).toMatch(/^https:\/\/play\.example\.org\/#.*code=/);
    const names = new Set(given.map((line) => line.split('=')[0]));
    for (const name of ['_session', '_interaction', '_interaction_resume'])
      expect([...names]).toEqual(expect.arrayContaining([`__Host-${name}`, `__Host-${name}.sig`]));
    for (const line of given) expect(line).toMatch(/^__Host-[^;]+; path=\/; .*secure; httponly/i);
  });

  it('replaces a lost admin password', async () => {
    await running.stop();
    running = await runIdentity({ DATABASE_URL: database.url, ADMIN_PASSWORD: 'chosen by the operator' });
    const signIn = { grant_type: 'password', username: 'admin@earworm.local', password: 'chosen by the operator' };
    const { body } = await token(signIn);
    expect(await verified(body.access_token)).toMatchObject({ realm_access: { roles: ['registered', 'admin'] } });
    expect(running.admins).toEqual([]);
  });
});

/** The login by redirect: code and PKCE, on our own page. */
function describeRedirects(
  server: () => RunningIdentity,
  token: (fields: Record<string, string>) => Promise<{ status: number; body: Tokens }>,
  verified: (accessToken: string) => Promise<unknown>,
) {
  const verifier = randomBytes(32).toString('base64url');
  const authUrl = (changes: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...{ client_id: 'earworm-web', redirect_uri: `${server().origin}/`, state: 'st', nonce: 'no' },
      ...{ response_mode: 'fragment', response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      ...changes,
    });
    return `${server().realm}${CONNECT}/auth?${query}`;
  };
  const fieldsOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1));

  it('signs in by redirect: own page, wrong password shown, code exchanged once, tokens refreshed until sign-out', async () => {
    const browser = openBrowser();
    const { realm, origin } = server();
    const page = await browser.follow(authUrl(), realm);
    expect(page.url).toMatch(/\/realms\/earworm\/interaction\/[\w-]+$/);
    expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.answer.text()).toContain('<h1>Sign in</h1>');

    const wrong = await browser.visit(page.url, form({ email: 'ada@example.org"><b>', password: 'no' }));
    const errorPage = await wrong.text();
    expect([wrong.status, errorPage.includes('Invalid email format. Please enter a valid email.')]).toEqual([
      401,
      true,
    ]);
    expect(errorPage).not.toContain('<b>');

    const back = await browser.follow(page.url, realm, form({ email: 'ada@example.org', password: 'secret1' }));
    expect(back.url.startsWith(`${origin}/#`)).toBe(true);
    expect(fieldsOf(back.url).get('state')).toBe('st');
    const code = fieldsOf(back.url).get('code') ?? '';

    const exchange = { grant_type: 'authorization_code', code, redirect_uri: `${origin}/` };
    const stolen = await token({ ...exchange, code_verifier: 'x'.repeat(43) });
    expect(stolen.status).toBe(400);
    const { status, body } = await token({ ...exchange, code_verifier: verifier });
    expect(status).toBe(200);
    expect(await verified(body.access_token)).toMatchObject({ name: 'Ada', realm_access: { roles: ['registered'] } });
    expect(body.id_token).toBeDefined();
    expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status).toBe(200);
    const again = await browser.follow(authUrl({ prompt: 'none' }), realm);
    expect(fieldsOf(again.url).get('code')).toBeTruthy();

    const elsewhere = openBrowser();
    const other = await elsewhere.follow(authUrl(), realm);
    await elsewhere.follow(other.url, realm, form({ email: 'ada@example.org', password: 'secret1' }));
    const userinfo = () =>
      fetch(`${realm}/protocol/openid-connect/userinfo`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect((await userinfo()).status).toBe(200);
    await server().call(signOut, { refreshToken: body.refresh_token });
    expect((await userinfo()).status).toBe(401);
    const out = await browser.follow(authUrl({ prompt: 'none' }), realm);
    expect(fieldsOf(out.url).get('error')).toBe('login_required');
    const stillIn = await elsewhere.follow(authUrl({ prompt: 'none' }), realm);
    expect(fieldsOf(stillIn.url).get('code')).toBeTruthy();
  });

  /** Signs in by redirect and exchanges the code: the tokens, and a way to exchange it once more. */
  async function exchanged(changes?: Record<string, string>) {
    const browser = openBrowser();
    const { realm, origin } = server();
    const page = await browser.follow(authUrl(changes), realm);
    const back = await browser.follow(page.url, realm, form({ email: 'ada@example.org', password: 'secret1' }));
    const code = fieldsOf(back.url).get('code') ?? '';
    const exchange = () =>
      token({ grant_type: 'authorization_code', code, redirect_uri: `${origin}/`, code_verifier: verifier });
    return { browser, exchange };
  }
  const userinfo = ({ access_token }: Tokens) =>
    fetch(`${server().realm}${CONNECT}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });

  it('issues access tokens with the same header and claims for a redirect, a refresh and a sign-in over the bus', async () => {
    const { body: redirected } = await (await exchanged({ scope: 'openid profile email' })).exchange();
    const { body: refreshed } = await token({
      grant_type: 'refresh_token',
      refresh_token: redirected.refresh_token,
    });
    const signedIn = await server().call(signIn, { email: 'ada@example.org', password: 'secret1', device: null });
    /** What differs from token to token: only its type. */
    const shapeOf = ({ access_token: jwt }: Tokens) => {
      const { sid, jti, iat, exp, ...same } = decodeJwt<{ sid: string }>(jwt);
      return { header: decodeProtectedHeader(jwt), same, types: [sid, jti, iat, exp].map((claim) => typeof claim) };
    };
    const expected = shapeOf(redirected);
    expect(expected.types).toEqual(['string', 'string', 'number', 'number']);
    expect([shapeOf(refreshed), shapeOf(signedIn)]).toEqual([expected, expected]);
    for (const { access_token } of [refreshed, signedIn]) await verified(access_token);
  });

  it('ends the tokens of a reused code, refreshed ones too, and those of no other browser', async () => {
    const { browser, exchange } = await exchanged();
    const elsewhere = await (await exchanged()).exchange();
    const { body } = await exchange();
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    const all = [body, renewed.body, elsewhere.body];
    const statuses = async () => (await Promise.all(all.map(userinfo))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await exchange()).status).toBe(400);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await token({ grant_type: 'refresh_token', refresh_token: renewed.body.refresh_token })).status).toBe(400);
    // The browser signs in again, or its next tokens would belong to the session that was just ended.
    const again = await browser.follow(authUrl({ prompt: 'none' }), server().realm);
    expect(fieldsOf(again.url).get('error')).toBe('login_required');
  });

  it('leaves no valid token of a code that is used concurrently', async () => {
    const { exchange } = await exchanged();
    const answers = await Promise.all([1, 2, 3, 4].map(exchange));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) {
      if (status !== 200) continue;
      expect((await userinfo(body)).status).toBe(401);
      expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status).toBe(400);
    }
  });

  it('refuses U+0000 in every parameter', async () => {
    const { realm } = server();
    const connect = `${realm}${CONNECT}`;
    const NUL = 'a\u0000b';
    const attempts: [string, RequestInit?][] = [
      ...['state', 'nonce', 'login_hint', 'client_id', 'redirect_uri'].map((name): [string] => [
        authUrl({ [name]: NUL }),
      ]),
      ...([{ code: NUL }, { code: 'x', code_verifier: NUL.repeat(20) }, { code: 'x', client_id: NUL }] as const).map(
        (fields: Record<string, string>): [string, RequestInit] => [
          `${connect}/token`,
          form({ client_id: 'earworm-web', grant_type: 'authorization_code', redirect_uri: realm, ...fields }),
        ],
      ),
      [`${connect}/token`, form({ client_id: 'earworm-web', grant_type: 'password', username: NUL, password: NUL })],
      [`${connect}/token`, form({ client_id: 'earworm-web', grant_type: 'refresh_token', refresh_token: NUL })],
      [`${connect}/logout?state=a%00b`],
      [`${connect}/logout`, form({ state: NUL, client_id: 'earworm-web' })],
      [`${connect}/logout/confirm`, form({ xsrf: NUL })],
      [`${realm}/interaction/a%00b`],
    ];
    for (const [url, init] of attempts) {
      const { status } = await openBrowser().visit(url, init);
      expect([url, init?.body, Math.floor(status / 100)]).toEqual([url, init?.body, status < 400 ? 3 : 4]);
    }
    const browser = openBrowser();
    const page = await browser.follow(authUrl(), realm);
    for (const posted of [{ email: `${NUL}@example.org` }, { email: 'ada@example.org', password: NUL }])
      expect((await browser.visit(page.url, form({ password: 'x', ...posted }))).status).toBe(401);
  });

  it('refuses a sign-in form over 8 KiB, and accepts the next one', async () => {
    const browser = openBrowser();
    const { realm } = server();
    const page = await browser.follow(authUrl(), realm);
    for (const length of [8_192, 20_000, 2_000_000]) {
      const long = await browser.visit(page.url, form({ email: 'ada@example.org', password: 'x'.repeat(length) }));
      expect([long.status, await long.text()]).toEqual([
        400,
        expect.stringContaining('did not understand this request'),
      ]);
    }
    const back = await browser.follow(page.url, realm, form({ email: 'ada@example.org', password: 'secret1' }));
    expect(fieldsOf(back.url).get('code')).toBeTruthy();
  });

  it('redirects only to the host of the request', async () => {
    for (const target of ['https://evil.example/', 'http://127.0.0.1:1/', 'javascript:alert(1)', '//evil.example']) {
      const answer = await openBrowser().visit(authUrl({ redirect_uri: target }));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    const answer = await openBrowser().visit(authUrl({ redirect_uri: `${server().origin}/game/1?x=2` }));
    expect(answer.headers.get('location')).toContain('/interaction/');
  });

  it('issues no code without PKCE', async () => {
    const { url } = await openBrowser().follow(
      authUrl({ code_challenge: '', code_challenge_method: '' }),
      server().realm,
    );
    expect([fieldsOf(url).get('error'), fieldsOf(url).get('code')]).toEqual(['invalid_request', null]);
  });

  it('accepts no password on the sign-in page of another browser', async () => {
    const page = await openBrowser().follow(authUrl(), server().realm);
    const otherBrowser = await openBrowser().visit(page.url, form({ email: 'ada@example.org', password: 'secret1' }));
    expect([otherBrowser.status, otherBrowser.headers.get('location')]).toEqual([400, null]);
  });

  it('asks for confirmation before a sign-out by redirect', async () => {
    const browser = openBrowser();
    const { realm, origin } = server();
    const page = await browser.follow(authUrl(), realm);
    await browser.follow(page.url, realm, form({ email: 'ada@example.org', password: 'secret1' }));
    const leave = `${realm}${CONNECT}/logout?client_id=earworm-web&post_logout_redirect_uri=${encodeURIComponent(`${origin}/`)}`;
    const signOutPage = await (await browser.visit(leave)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(signOutPage)?.[1] ?? '';
    const done = await browser.visit(`${realm}${CONNECT}/logout/confirm`, form({ xsrf, logout: 'yes' }));
    expect(done.headers.get('location')).toBe(`${origin}/`);
    const again = await browser.follow(authUrl({ prompt: 'none' }), realm);
    expect(fieldsOf(again.url).get('error')).toBe('login_required');
  });
}
