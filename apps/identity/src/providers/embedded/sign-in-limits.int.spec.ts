import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { countAddresses, signUp } from '@earworm/contracts';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { DeviceCookies } from '@earworm/service-kit/device-cookies';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { form, openBrowser } from '../../testing/browser.js';
import { runIdentity, type RunningIdentity } from '../../testing/running-identity.js';

const CONNECT = '/protocol/openid-connect';
const PHONES = 60;
const ADDRESS_LIMIT = 2 * PHONES;
const REPORTED_AT_ONCE = 500;
/** Hundreds of sign-ins hash hundreds of passwords. */
const LONG_MS = 300_000;
const ADA = { email: 'ada@example.org', password: 'secret1' };

describeWith('postgres', 'Sign-in limits of the realm’s own routes', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  const counted = new Map<string, number>();

  const from = (address: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': address },
  });
  const authUrl = (path = `${CONNECT}/auth`) => {
    const query = new URLSearchParams({
      ...{ client_id: 'earworm-web', redirect_uri: `${running.origin}/`, state: 'st', nonce: 'no' },
      ...{ response_mode: 'fragment', response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    });
    return `${running.realm}${path}?${query}`;
  };
  const byPassword = (address: string) => {
    const fields = { client_id: 'earworm-web', grant_type: 'password', username: ADA.email, password: ADA.password };
    return fetch(`${running.realm}${CONNECT}/token`, from(address, form(fields)));
  };
  /** Whether the sign-in ends back at the product, with a code. */
  async function byRedirect(address: string): Promise<boolean> {
    const browser = openBrowser();
    const page = await browser.follow(authUrl(), running.realm, from(address));
    const back = await browser.follow(page.url, running.realm, from(address, form(ADA)));
    return back.url.includes('code=');
  }
  /** Asks, twenty at a time, until it is refused. A service reports at once what an address spent beyond 500 points. */
  async function flood(ask: () => Promise<Response>): Promise<Response | undefined> {
    for (let sent = 0; sent < REPORTED_AT_ONCE + 4 * ADDRESS_LIMIT; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      const refused = answers.find(({ status }) => status === 429);
      await Promise.all(answers.filter((answer) => answer !== refused).map((answer) => answer.arrayBuffer()));
      if (refused) return refused;
    }
    return undefined;
  }

  beforeAll(async () => {
    database = await freshDatabase();
    const bus = createInProcessBus();
    bus.serve(countAddresses, ({ spent }) => ({
      refused: spent.flatMap(({ address, ceiling, points }) => {
        const sum = (counted.get(address) ?? 0) + points;
        counted.set(address, sum);
        return sum > ADDRESS_LIMIT ? [{ address, ceiling, forMs: 45_000 }] : [];
      }),
    }));
    running = await runIdentity({ DATABASE_URL: database.url, TRUSTED_PROXIES: 'loopback' }, { bus });
    await running.call(signUp, { displayName: 'Ada', ...ADA });
  });
  beforeEach(() => counted.clear());
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  let fences = 0;
  /** Expects so many reported sign-ins of an address, and no more once all pending reports are sent. */
  async function expectAnswered(address: string, many: number): Promise<void> {
    await eventually(() => expect(counted.get(address)).toBeGreaterThanOrEqual(many));
    // Reports are sent in batches: with this one, everything before it was reported.
    const fence = `198.51.100.${++fences}`;
    await byPassword(fence);
    await eventually(() => expect(counted.get(fence)).toBe(1));
    expect(counted.get(address)).toBe(many);
  }

  it(
    'lets 60 phones behind one address sign in by redirect, and counts each of them once',
    async () => {
      const hall = '203.0.113.7';
      let back = 0;
      // Five at a time: the wait after wrong passwords is by account, and all of these share one.
      for (let i = 0; i < PHONES; i += 5) {
        const ended = await Promise.all(Array.from({ length: 5 }, () => byRedirect(hall)));
        back += ended.filter(Boolean).length;
      }
      expect(back).toBe(PHONES);
      await expectAnswered(hall, PHONES);
      expect((await byPassword(hall)).status).toBe(200);
    },
    LONG_MS,
  );

  it('counts a wrong password in addition to its sign-in', async () => {
    const address = '203.0.113.8';
    const browser = openBrowser();
    const page = await browser.follow(authUrl(), running.realm, from(address));
    const wrong = await browser.visit(page.url, from(address, form({ ...ADA, password: 'wrong-1' })));
    const back = await browser.follow(page.url, running.realm, from(address, form(ADA)));
    expect([wrong.status, back.url.includes('code=')]).toEqual([401, true]);
    await expectAnswered(address, 2);
  });

  it('signs in on a known browser during guesses from others', async () => {
    const devices = new DeviceCookies(false);
    const { id, cookie } = devices.make(createSecretKey(running.identity.deviceKey, 'utf8'));
    const bob = { email: 'bob@example.org', password: 'secret1' };
    await running.call(signUp, { displayName: 'Bob', ...bob, device: id });
    const [name = '', value = ''] = /^[^;]+/.exec(cookie)?.[0].split('=') ?? [];
    const signInTo = async (cookies: Record<string, string>, posted: Record<string, string>) => {
      const browser = openBrowser(cookies);
      const page = await browser.follow(authUrl(), running.realm, from('203.0.113.10'));
      return browser.follow(page.url, running.realm, from('203.0.113.10', form(posted)));
    };
    await Promise.all(Array.from({ length: 8 }, () => signInTo({}, { ...bob, password: 'wrong-1' })));
    expect(await (await signInTo({}, bob)).answer.text()).toContain('Too many attempts');
    expect((await signInTo({ [name]: value }, bob)).url).toContain('code=');
  });

  it.each<[string, string, (address: string) => Promise<Response>]>([
    ['sign-ins begun', '192.0.2.1', (address) => fetch(authUrl(), from(address, { redirect: 'manual' }))],
    [
      'sign-ins begun under the route’s other spellings',
      '192.0.2.2',
      (address) => fetch(authUrl('/Protocol/OpenID-connect/AUTH/'), from(address, { redirect: 'manual' })),
    ],
    ['passwords at the token route', '192.0.2.3', (address) => byPassword(address)],
    [
      'passwords posted to the sign-in page',
      '192.0.2.4',
      (address) => fetch(`${running.realm}/interaction/none`, from(address, form(ADA))),
    ],
  ])(
    'ends a flood of %s from one address, reports for how long, and affects no other address',
    async (_, address, ask) => {
      const refused = await flood(() => ask(address));
      expect(refused?.status).toBe(429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(40);
      expect(await refused?.text()).toMatch(/Too many attempts\. Please wait \d+ seconds before trying again\./);
      expect((await byPassword(address)).status).toBe(429);
      expect((await fetch(authUrl(), from(address, { redirect: 'manual' }))).status).toBe(429);
      expect(await byRedirect('203.0.113.9')).toBe(true);
    },
    LONG_MS,
  );

  it(
    'renews what is signed in already, whatever its address does',
    async () => {
      const address = '192.0.2.5';
      const signedIn = (await (await byPassword(address)).json()) as { refresh_token: string };
      await flood(() => fetch(authUrl(), from(address, { redirect: 'manual' })));
      const fields = { client_id: 'earworm-web', grant_type: 'refresh_token', refresh_token: signedIn.refresh_token };
      expect((await fetch(`${running.realm}${CONNECT}/token`, from(address, form(fields)))).status).toBe(200);
    },
    LONG_MS,
  );
});
