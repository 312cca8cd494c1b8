import type { CDPSession } from 'playwright-core';
import type { Person } from '../../e2e/support/person.js';
import { storedTokens, signedIn } from '../../e2e/support/members.js';
import { ADMIN_ENV, FIRST_ADMIN } from '../../harness/prepared-data.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { LoadSession } from '../../load/session.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { framesOf, longestOfEach, workedMs } from '../browser/frames.js';
import { type Opened, throttle, withBrowser } from '../browser/open-page.js';
import { visibleRatio, worst } from '../interleaved-runs.js';

const MANY = 500;
/** As many as fill the window. */
const FEW = 40;
/** Of all games together, few or many: beside the page the server has the same to do. */
const BUZZES_PER_SECOND = 60;
const WATCHED_MS = 8_000;
const SCROLLED_PX = 100;

interface Watched {
  readonly admin: Person;
  readonly devtools: CDPSession;
  readonly slowDownBy: (rate: number) => Promise<void>;
}

/** Opens and plays this many games, and opens the page that lists them. */
async function watch({ product, arrive }: Opened, games: number): Promise<{ watched: Watched; session: LoadSession }> {
  const shape = { games, players: 2, rate: BUZZES_PER_SECOND, seconds: 300, warmUp: 0 };
  const session = new LoadSession([product.url], shape);
  await session.open();
  session.play();
  const admin = await arrive('Admin', {
    viewport: { width: 1280, height: 800 },
    localStorage: storedTokens(await signedIn(product.url, FIRST_ADMIN)),
  });
  await admin.page.goto('/admin/operations');
  await admin.sees(`${games} open games`);
  const devtools = await admin.context.newCDPSession(admin.page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { watched: { admin, devtools, slowDownBy: await throttle(admin) }, session };
}

/** What the page's own thread works while the games are played, and its frames on a quarter of this machine's speed. */
async function figuresOf({ admin, devtools, slowDownBy }: Watched, scrollPx: number) {
  const before = await workedMs(devtools);
  const quick = await framesOf(admin.page, WATCHED_MS, scrollPx);
  const worked = (await workedMs(devtools)) - before;
  await slowDownBy(4);
  const frames = await framesOf(admin.page, WATCHED_MS, scrollPx);
  await slowDownBy(1);
  return {
    perSecond: worked / (WATCHED_MS / 1_000),
    perFrame: worked / quick.length,
    frames,
    longest: longestOfEach(frames, 1_000),
  };
}

const inProductOfItsOwn = (games: number) =>
  withBrowser({ env: { ...ADMIN_ENV, ...RAISED_LIMITS } }, async (opened) => {
    const { watched, session } = await watch(opened, games);
    try {
      return { still: await figuresOf(watched, 0), scrolled: await figuresOf(watched, SCROLLED_PX) };
    } finally {
      await session.finish();
      session.close();
    }
  });

export const benchmark: Benchmark = {
  what: `work and frames of the live operations page with ${MANY} games that are played`,
  async run() {
    const few = await inProductOfItsOwn(FEW);
    const many = await inProductOfItsOwn(MANY);
    const ratio = worst({
      push: many.still.perSecond / few.still.perSecond,
      scrolled: many.scrolled.perFrame / few.scrolled.perFrame,
      longestFrame: visibleRatio({ small: few.still.longest, large: many.still.longest }),
      scrolledFrame: visibleRatio({ small: few.scrolled.frames, large: many.scrolled.frames }),
    });
    const figures = {
      pushMs: many.still.perSecond,
      pushFewMs: few.still.perSecond,
      scrolledFrameWorkMs: many.scrolled.perFrame,
      scrolledFrameWorkFewMs: few.scrolled.perFrame,
      slowLongestFrameMs: median(many.still.longest),
      slowScrolledFrameMs: median(many.scrolled.frames),
    };
    return { ratio, target: 1.5, reference: `the same with ${FEW} games`, figures };
  },
};
