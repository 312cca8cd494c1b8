/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { NetworkLog } from './network-log.js';
import { reachingOnly, withFakeYoutube, YOUTUBE_CONSENT } from './fake-youtube.js';
import { recordTransientStates } from './transient-states.js';
import { RESULTS } from './shared-servers.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
/** Long enough for a slow machine, shorter than a test's limit, so that the wait names what it was for. */
const WAIT_WITHIN_MS = 30_000;

export type BuzzerState =
  | 'wait'
  | 'lobby'
  | 'away'
  | 'armed'
  | 'sent'
  | 'first'
  | 'inLine'
  | 'team'
  | 'right'
  | 'wrong'
  | 'out'
  | 'paused'
  | 'gamePaused'
  | 'reconnecting';

/** A phone's connection to the game. */
export interface Wire {
  cut(): Promise<void>;
  mend(): void;
  /** Keeps back the game's messages until they are released, in order. */
  hold(): void;
  release(): void;
  /** The next events of the game never arrive. */
  loseNextEvents(): void;
}

export interface ArrivalOptions {
  /** Default false: endless animations cost most of a renderer's CPU time. */
  readonly motion?: boolean;
  /** Default: the product's own. */
  readonly url?: string;
  /** YouTube's player; default `fake`. */
  readonly youtube?: 'fake' | 'away';
  /** Whether this device has agreed to music from YouTube on an earlier visit; default true. */
  readonly youtubeConsent?: boolean;
  /** Further hosts that can be reached. */
  readonly hosts?: readonly string[];
  /** What the browser has kept from earlier visits. */
  readonly localStorage?: Readonly<Record<string, string>>;
  /** `page.clock` is installed before the first page: it runs as usual until the test moves it. Default false. */
  readonly clock?: boolean;
  /** Lets scripts of the test into pages whose policy forbids them. Default false. */
  readonly bypassCSP?: boolean;
  /** Runs before the first page is opened: for init scripts and routes. */
  readonly prepare?: (person: Person) => Promise<unknown>;
  /** Default: a phone's. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A person with a phone: a separate browser profile with one page. */
export class Person {
  private constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
    /** Of all tabs. */
    readonly errors: string[] = [],
    readonly network = new NetworkLog(context),
  ) {
    page.on('pageerror', (error) => errors.push(error.message));
  }

  /** Reaches the product at `url`, the hosts that the options name, and nothing else. */
  static async arrive(browser: Browser, name: string, url: string, options: ArrivalOptions = {}): Promise<Person> {
    const {
      youtube = 'fake',
      youtubeConsent = true,
      hosts = [],
      localStorage = {},
      clock = false,
      prepare,
      viewport,
      bypassCSP = false,
      motion = false,
    } = options;
    const kept = { ...(youtubeConsent ? YOUTUBE_CONSENT : {}), ...localStorage };
    const entries = Object.entries(kept).map(([key, value]) => ({ name: key, value }));
    const context = await browser.newContext({
      ...PHONE,
      ...(viewport === undefined ? {} : { viewport }),
      baseURL: url,
      bypassCSP,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      ...reachingOnly([new URL(url).hostname, ...hosts]),
      storageState: { cookies: [], origins: entries.length === 0 ? [] : [{ origin: url, localStorage: entries }] },
    });
    context.setDefaultTimeout(WAIT_WITHIN_MS);
    if (clock) await context.clock.install();
    await recordTransientStates(context);
    const person = new Person(name, context, await context.newPage());
    if (youtube === 'fake') await withFakeYoutube(person.page);
    await prepare?.(person);
    return person;
  }

  /** The same person in another tab of the same browser. */
  async inAnotherTab(): Promise<Person> {
    const page = await this.context.newPage();
    await withFakeYoutube(page);
    return new Person(this.name, this.context, page, this.errors, this.network);
  }

  /** A copy of this tab with its session storage, as the browser's "Duplicate" makes it. */
  async duplicated(): Promise<Person> {
    const [page] = await Promise.all([
      this.context.waitForEvent('page'),
      this.page.evaluate(() => void window.open(location.href)),
    ]);
    return new Person(this.name, this.context, page, this.errors, this.network);
  }

  /** Sets this phone's clock wrong by so much. Call it before the first page is opened. */
  async clockIsOffBy(ms: number): Promise<void> {
    await this.context.addInitScript((off) => {
      const right = Date;
      globalThis.Date = new Proxy(right, {
        construct: (_, given: unknown[]) =>
          Reflect.construct(right, given.length === 0 ? [right.now() + off] : given) as Date,
        get: (_, name) => (name === 'now' ? () => right.now() + off : Reflect.get(right, name)),
      });
    }, ms);
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Navigates to another page of the app without a reload. */
  follow(path: string): Promise<void> {
    return this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Answers the sign-in dialog. */
  async continueAsGuest(message: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByText(message).waitFor();
    await dialog.getByRole('button', { name: 'Continue as Guest' }).click();
  }

  /** Makes this phone's connection one that can be cut and mended. Call it before the first page is opened. */
  async onWire(): Promise<Wire> {
    let cut = false;
    let lose = false;
    let held: (() => void)[] | null = null;
    const open = new Set<WebSocketRoute>();
    await this.context.routeWebSocket(/\/ws$/, (socket) => {
      if (cut) return void socket.close({ code: 1013 });
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (held) return void held.push(() => socket.send(message));
        if (!lose || !String(message).includes('"type":"events"')) return socket.send(message);
        lose = false;
      });
      open.add(socket);
    });
    return {
      async cut() {
        cut = true;
        await Promise.all([...open].map((socket) => socket.close({ code: 1013 })));
        open.clear();
      },
      mend: () => void (cut = false),
      hold: () => void (held = []),
      release() {
        for (const send of held ?? []) send();
        held = null;
      },
      loseNextEvents: () => void (lose = true),
    };
  }

  /** Of each tab; returns the files' paths, a line each. */
  async screenshot(title: string): Promise<string> {
    await mkdir(RESULTS, { recursive: true });
    const taken = this.context.pages().map(async (page, tab) => {
      const path = join(
        RESULTS,
        `${title}-${this.name.replace(/[^\p{L}\p{N}]+/gu, '-')}${tab > 0 ? `-tab${tab + 1}` : ''}.png`,
      );
      const failed = await page.screenshot({ path, timeout: 5_000 }).then(
        () => null,
        (error: unknown) => String(error),
      );
      return failed === null ? path : `${this.name}: no screenshot (${failed})`;
    });
    return (await Promise.all(taken)).join('\n  ');
  }

  async leave(): Promise<void> {
    // A request that a spec answers itself may be on its way: that its page is gone is no failure. It may have left before.
    const routed = [this.context, ...this.context.pages()];
    await Promise.allSettled(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await this.context.close();
  }
}
