/// <reference lib="dom" />
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres, withClient, type EmbeddedPostgres } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { startBrowser } from './support/browser.js';
import { CLOSED_WITHIN_MS, OPEN_WITHIN_MS } from './support/opening.js';
import { Person, storyOf } from './support/people.js';
import { startServer, type RunningServer } from './support/server.js';
import { visitorOf } from './support/visitor.js';

interface Row {
  readonly id: string;
  readonly ended: boolean;
  /** Seconds from its start until it was left. */
  readonly lasted: number | null;
}

/**
 * A headless Chromium loses what some tabs say as they are closed: 4 of 9 by itself, 1 of 11 when it does not hand
 * requests that outlive their page to another process. So several tabs may be closed until one of them is heard.
 */
const KEEPS_BEACONS = '--disable-features=KeepAliveInBrowserMigration';
const TABS = 5;
const HEARD_WITHIN_MS = 5_000;

const sessionEnds = (url: string) => url.endsWith('/api/telemetry/session/end');

describe('the session of a page that is left', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;
  let server: RunningServer;
  let browser: Browser;
  let ada: Person;
  /** How each end was sent, as long as there is a page that can be asked. */
  const sent: string[] = [];
  const step = storyOf(() => [ada]);

  beforeAll(async () => {
    dataDir = await temporaryFolder('left-pages');
    database = await startEmbeddedPostgres({ dir: dataDir });
    server = await startServer({ DATABASE_URL: database.url });
    browser = await startBrowser([KEEPS_BEACONS]);
    ada = await Person.arrive(browser, 'Ada', server.url);
    ada.context.on('request', (request) => {
      if (sessionEnds(request.url())) sent.push(request.resourceType());
    });
  }, OPEN_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, CLOSED_WITHIN_MS);

  /** As they stand in the database, the oldest first. */
  const rows = async (): Promise<Row[]> => {
    const { rows: all } = await withClient(database.url, (client) =>
      client.query<Row>(
        `select session_id as id, end_time is not null as ended,
            extract(epoch from end_time - start_time)::float8 as lasted
          from telemetry.user_session order by start_time`,
      ),
    );
    return all;
  };
  const become = (states: readonly boolean[]) =>
    eventually(async () => {
      const all = await rows();
      expect(all.map(({ ended }) => ended)).toEqual(states);
      return all;
    });
  /** What a phone tells a page whose app goes behind another, and comes back. */
  const isHidden = (page: Page, hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (now ? 'hidden' : 'visible'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  it(
    ...step('begins when somebody signs in', async () => {
      await ada.page.goto('/game-history');
      await visitorOf(ada).guest();
      await become([false]);
      expect(sent).toEqual([]);
    }),
  );

  it(
    ...step('ends while a phone shows something else, and goes on when the page is back', async () => {
      await isHidden(ada.page, true);
      const [hidden] = await become([true]);
      await isHidden(ada.page, false);
      const [shown] = await become([false]);
      expect(shown?.id).toBe(hidden?.id);
      await eventually(() => expect(sent).toEqual(['ping']));
    }),
  );

  it(
    ...step('is told once that it ended when a hidden page is killed', async () => {
      await isHidden(ada.page, true);
      await become([true]);
      await ada.page.reload();
      await become([true, false]);
      await eventually(() => expect(sent).toEqual(['ping', 'ping']));
    }),
  );

  it(
    ...step('ends when the browser goes elsewhere', async () => {
      await ada.page.goto('about:blank');
      const [, left] = await become([true, true]);
      expect(left?.lasted).toBeGreaterThan(0);
    }),
  );

  it(
    ...step('ends when its tab is closed, and the one beside it goes on', async () => {
      await ada.page.goto('/game-history');
      const [, , mine] = await become([true, true, false]);
      const known = new Set((await rows()).map(({ id }) => id));
      const closedTab = async () => {
        const other = await ada.inAnotherTab();
        await other.page.goto('/game-history');
        const id = await eventually(async () => {
          const [opened, ...more] = (await rows()).filter((row) => !known.has(row.id));
          expect([opened?.ended, more]).toEqual([false, []]);
          return opened?.id ?? '';
        });
        known.add(id);
        await other.page.close({ runBeforeUnload: true });
        const isEnded = async () => expect((await rows()).find((row) => row.id === id)?.ended).toBe(true);
        return eventually(isEnded, HEARD_WITHIN_MS).then(
          () => true,
          () => false,
        );
      };
      let isTold = false;
      for (let tab = 0; tab < TABS && !isTold; tab++) isTold = await closedTab();
      expect(isTold).toBe(true);
      expect((await rows()).find(({ id }) => id === mine?.id)?.ended).toBe(false);
      expect(ada.errors).toEqual([]);
    }),
  );
});
