import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import Keycloak from 'keycloak-js';
import { refreshTokens, signIn, signInAsGuest, signingKeys, signUp, type Tokens } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { openBrowser, form } from '../../testing/browser.js';
import { runIdentity, type RunningIdentity } from '../../testing/running-identity.js';

describeWith('postgres', 'keycloak-js, unchanged', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  const page = { href: '', origin: '' };
  const stored = new Map<string, string>();

  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
    await running.call(signUp, { displayName: 'Ada', email: 'ada@example.org', password: 'secret1' });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  // The little of a page that the library touches when it is handed tokens or comes back from a redirect.
  beforeEach(() => {
    Object.assign(page, { href: `${running.origin}/`, origin: running.origin });
    const localStorage = {
      setItem: (key: string, value: string) => void stored.set(key, value),
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => void stored.delete(key),
    };
    const history = { state: null, replaceState: () => undefined };
    const timers = { setTimeout: () => 0, clearTimeout: () => undefined };
    Object.assign(globalThis, { isSecureContext: true, localStorage, location: page });
    Object.assign(globalThis, {
      window: { location: page, history, localStorage, ...timers },
      document: { cookie: '' },
    });
  });
  afterEach(() => {
    for (const name of ['window', 'document', 'localStorage', 'location', 'isSecureContext'])
      Reflect.deleteProperty(globalThis, name);
  });

  const open = () => new Keycloak({ url: running.origin, realm: 'earworm', clientId: 'earworm-web' });
  const start = async ({ access_token, refresh_token }: Tokens) => {
    const keycloak = open();
    const signedIn = await keycloak.init({ token: access_token, refreshToken: refresh_token, checkLoginIframe: false });
    return { keycloak, signedIn };
  };

  it('keeps a guest’s tokens and refreshes them', async () => {
    const { keycloak, signedIn } = await start(await running.call(signInAsGuest, {}));
    const before = keycloak.token;
    expect([signedIn, keycloak.hasRealmRole('guest'), keycloak.hasRealmRole('admin')]).toEqual([true, true, false]);
    expect([await keycloak.updateToken(-1), keycloak.token === before]).toEqual([true, false]);
  });

  it('keeps a registered user’s tokens and refreshes them repeatedly', async () => {
    const tokens = await running.call(signIn, { email: 'ada@example.org', password: 'secret1' });
    const { keycloak } = await start(tokens);
    for (let i = 0; i < 3; i += 1) expect(await keycloak.updateToken(-1)).toBe(true);
    expect(keycloak.tokenParsed).toMatchObject({ name: 'Ada', azp: 'earworm-web' });
    expect(await running.call(refreshTokens, { refreshToken: keycloak.refreshToken ?? '' })).toBeDefined();
  });

  it('drops the tokens of a session that is over', async () => {
    const { keycloak } = await start(await running.call(signInAsGuest, {}));
    await running.identity.provider.signOut(keycloak.refreshToken ?? '');
    await expect(keycloak.updateToken(-1)).rejects.toBeDefined();
    expect(keycloak.authenticated).toBe(false);
  });

  it('signs in by redirect at the endpoints that the service names', async () => {
    const { endpoints, external } = await running.call(signingKeys, {});
    expect(external).toBeUndefined();
    const openAtEndpoints = () =>
      new Keycloak({
        clientId: 'earworm-web',
        oidcProvider: {
          authorization_endpoint: new URL(endpoints?.authorization ?? '', running.origin).href,
          token_endpoint: new URL(endpoints?.token ?? '', running.origin).href,
        },
      });
    const leaving = openAtEndpoints();
    await leaving.init({ checkLoginIframe: false, pkceMethod: 'S256' });
    const browser = openBrowser();
    const login = await browser.follow(await leaving.createLoginUrl(), running.realm);
    const back = await browser.follow(
      login.url,
      running.realm,
      form({ email: 'ada@example.org', password: 'secret1' }),
    );
    page.href = back.url;
    const returning = openAtEndpoints();
    expect(await returning.init({ checkLoginIframe: false, pkceMethod: 'S256' })).toBe(true);
    expect(returning.hasRealmRole('registered')).toBe(true);
    expect(await returning.updateToken(-1)).toBe(true);
  });
});
