/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { test } from './support/test.js';

declare global {
  interface Window {
    /** Date.now() when the name could be typed. */
    formAt?: number;
  }
}

interface Loaded {
  readonly path: string;
  /** Date.now() when it had come. */
  readonly at: number;
  /** As sent: compressed, with headers. */
  readonly bytes: number;
}

/** What a page loads from the product; not what its cache or its socket gives it. Call it before the first page is opened. */
async function loadsOf({ context, page }: Person): Promise<() => Promise<readonly Loaded[]>> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const asked = new Map<string, { readonly path: string; readonly offset: number }>();
  const loaded: Loaded[] = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, wallTime, timestamp, request }) => {
    const { protocol, hostname, pathname } = new URL(request.url);
    if (protocol === 'http:' && hostname === 'localhost')
      asked.set(requestId, { path: pathname, offset: wallTime - timestamp });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    const request = asked.get(requestId);
    // An import of what has been fetched ahead comes from the cache.
    if (request !== undefined && bytes > 0)
      loaded.push({ path: request.path, at: (request.offset + timestamp) * 1_000, bytes });
  });
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('input[name="name"]:enabled') === null) return;
      window.formAt = performance.timeOrigin + performance.now();
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    return loaded;
  };
}

function expectAtMost(loaded: readonly Loaded[], most: { readonly requests: number; readonly kb: number }): void {
  const kb = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  const list = loaded.map(({ path, bytes }) => `${bytes} ${path}`);
  if (loaded.length > most.requests || kb > most.kb)
    throw new Error(`${loaded.length} requests, ${kb.toFixed(1)} KB:\n${list.join('\n')}`);
  expect(loaded.length).toBeGreaterThan(0);
}

describe('the weight of a page', () => {
  test('a phone makes 6 requests with 120 KB at the most until the join form works, and 9 with 80 KB until its buzzer is armed', async ({
    game,
    arrive,
  }) => {
    const played = await game({ started: false });
    const ada = playerOf(await arrive('Ada'));
    const { page } = ada.person;
    const loads = await loadsOf(ada.person);
    await page.goto(`/?code=${played.code}`);
    await page.getByRole('heading', { name: 'Ruth’s game' }).waitFor();
    await page.getByLabel('Your Name').fill('Ada');
    await ada.person.button('Join Game').click();
    await ada.becomes('lobby');
    await played.start();
    await played.pick();
    await ada.becomes('armed');
    const loaded = await loads();
    const formAt = (await page.evaluate(() => window.formAt)) ?? Infinity;
    expectAtMost(
      loaded.filter(({ at }) => at <= formAt),
      { requests: 6, kb: 120 },
    );
    expectAtMost(
      loaded.filter(({ at }) => at > formAt),
      { requests: 9, kb: 80 },
    );
    expect(
      loaded.map(({ path }) => path).filter((path) => /schemas|kit|languages|keycloak|sign-in/.test(path)),
    ).toEqual([]);
  });

  test('the desk makes 75 requests with 401 KB at the most, also to play a question', async ({ game, desk }) => {
    let loads: () => Promise<readonly Loaded[]> = () => Promise.resolve([]);
    const moderator = await desk(await game({ players: ['Ada'] }), {
      viewport: { width: 1280, height: 720 },
      prepare: async (person) => {
        loads = await loadsOf(person);
      },
    });
    await moderator.pickAny();
    expectAtMost(await loads(), { requests: 75, kb: 401 });
  });
});
