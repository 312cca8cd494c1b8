/// <reference lib="dom" />
import { PATHS } from '@earworm/contracts';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { subjectOf } from '../load/guests.js';
import { embeddedDatabaseUrl } from './support/database.js';
import type { Person } from './support/person.js';
import { newGuest } from './support/members.js';
import { type Scene, test } from './support/test.js';
import { signInDialogOf } from './support/sign-in-dialog.js';

interface Session {
  readonly id: string;
  readonly ended: boolean;
  /** Seconds from its start until it was left. */
  readonly lasted: number | null;
}

/** A user's sessions as they stand in the database, the oldest first. */
class Sessions {
  constructor(
    readonly databaseUrl: string,
    readonly userId: string,
  ) {}

  async all(): Promise<readonly Session[]> {
    const { rows } = await withClient(this.databaseUrl, (client) =>
      client.query<Session>(
        `select session_id as id, end_time is not null as ended,
            extract(epoch from end_time - start_time)::float8 as lasted
          from telemetry.user_session where user_id = $1 order by start_time`,
        [this.userId],
      ),
    );
    return rows;
  }

  /** Waits until so many have begun, and each has ended or goes on. */
  become(...states: readonly ('ended' | 'open')[]): Promise<readonly Session[]> {
    return eventually(async () => {
      const all = await this.all();
      expect(all.map(({ ended }) => (ended ? 'ended' : 'open'))).toEqual(states);
      return all;
    });
  }
}

/** How each end of a session is sent from now on. */
function endsSentBy({ context }: Person): readonly string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith(PATHS.endSession.path)) sent.push(request.resourceType());
  });
  return sent;
}

/** Ada, signed in on a page, with her first session. */
async function adaOnAPage({ product, arrive }: Scene) {
  const member = await newGuest(product.url);
  const ada = await arrive('Ada', { signedInAs: member });
  const sent = endsSentBy(ada);
  await ada.page.goto('/game-history');
  const sessions = new Sessions(await embeddedDatabaseUrl(product), member.userId);
  const [session] = await sessions.become('open');
  return { ada, sent, sessions, session };
}

/** The page's visibility when a phone shows another app, and when it returns. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (now ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

interface Beacon {
  readonly path: string;
  readonly body: object;
}

/**
 * Notes what a page sends as beacons in the local storage, where another tab finds it: a headless Chromium loses about
 * one in five beacons of a tab that is closed, before they reach the network.
 */
const noteBeacons = (page: Page) =>
  page.addInitScript(() => {
    const texts = new WeakMap<object, string>();
    globalThis.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        texts.set(this, parts.filter((part) => typeof part === 'string').join(''));
      }
    };
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (path, data) => {
      const body = JSON.parse(data instanceof Blob ? (texts.get(data) ?? 'null') : 'null') as object;
      const noted = JSON.parse(localStorage.getItem('noted-beacons') ?? '[]') as object[];
      localStorage.setItem('noted-beacons', JSON.stringify([...noted, { path: String(path), body }]));
      return send(path, data);
    };
  });
const notedBeacons = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('noted-beacons') ?? '[]') as Beacon[]);

/** Pages of the session, as the browser keeps them. */
const openPages = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('earworm.shown-page.')).length);

describe('a session of a signed-in user', () => {
  test('starts when they sign in', async ({ product, arrive }) => {
    const ada = await arrive('Ada');
    const sent = endsSentBy(ada);
    await ada.page.goto('/game-history');
    await signInDialogOf(ada).guest();
    const stored = await ada.page.waitForFunction(() => localStorage.getItem('earworm.tokens'));
    const { access } = JSON.parse(String(await stored.jsonValue())) as { access: string };
    await new Sessions(await embeddedDatabaseUrl(product), subjectOf(access)).become('open');
    expect(sent).toEqual([]);
  });

  test('ends while a phone shows something else, and continues when the page is back', async (scene) => {
    const { ada, sent, sessions, session } = await adaOnAPage(scene);
    await setHidden(ada.page, true);
    await sessions.become('ended');
    await setHidden(ada.page, false);
    const [openSession] = await sessions.become('open');
    expect(openSession?.id).toBe(session?.id);
    await eventually(() => expect(sent).toEqual(['ping']));
  });

  test('ends once when its hidden page is killed, and continues when the page is loaded again', async (scene) => {
    const { ada, sent, sessions, session } = await adaOnAPage(scene);
    await setHidden(ada.page, true);
    await sessions.become('ended');
    await ada.page.reload();
    const [loaded] = await sessions.become('open');
    expect(loaded?.id).toBe(session?.id);
    await eventually(() => expect(sent).toEqual(['ping']));
  });

  test('ends when the browser goes to another site', async (scene) => {
    const { ada, sessions } = await adaOnAPage(scene);
    await ada.page.goto('about:blank');
    const [left] = await sessions.become('ended');
    expect(left?.lasted).toBeGreaterThan(0);
  });

  test('continues while another tab is open, and ends with the last one', async (scene) => {
    const { ada, sessions } = await adaOnAPage(scene);
    const other = await ada.inAnotherTab();
    await noteBeacons(other.page);
    const began = other.page.waitForRequest(`**${PATHS.beatSession.path}`);
    await other.page.goto('/game-history');
    await began;
    await eventually(async () => expect(await openPages(ada.page)).toBe(2));
    await other.page.close({ runBeforeUnload: true });
    await eventually(async () => expect(await openPages(ada.page)).toBe(1));
    expect((await notedBeacons(ada.page)).filter(({ path }) => path === PATHS.endSession.path)).toEqual([]);
    await sessions.become('open');
    await ada.page.goto('about:blank');
    await sessions.become('ended');
  });

  test('continues when its tab with the game is closed and another tab is open', async (scene) => {
    const game = await scene.game({ players: ['Ada'] });
    const { member } = game.seat('Ada');
    const sessions = new Sessions(await embeddedDatabaseUrl(scene.product), member.userId);
    const { person } = await scene.phone(game, 'Ada');
    const beside = await person.inAnotherTab();
    await beside.page.goto('/game-history');
    await eventually(async () => expect(await openPages(beside.page)).toBe(2));
    const beats = beside.page.waitForRequest(`**${PATHS.beatSession.path}`);
    await person.page.close({ runBeforeUnload: true });
    await beats;
    await sessions.become('open');
  });

  test('ends when its page in a game is killed and cannot report it', async (scene) => {
    const game = await scene.game({ players: ['Ada'] });
    const sessions = new Sessions(await embeddedDatabaseUrl(scene.product), game.seat('Ada').member.userId);
    const { person } = await scene.phone(game, 'Ada');
    const sent = endsSentBy(person);
    await sessions.become('open');
    const renderer = await person.context.newCDPSession(person.page);
    const crashed = person.page.waitForEvent('crash');
    // Never answered: the process that would is the one that ends.
    void renderer.send('Page.crash').catch(() => undefined);
    await crashed;
    await sessions.become('ended');
    expect(sent).toEqual([]);
  });
});
