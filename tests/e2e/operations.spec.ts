import { atBest } from '@earworm/service-kit/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { RAISED_LIMITS } from '../layouts/raised-limits.js';
import { leanEntrance } from '../load/entrance.js';
import { signInGuest } from '../load/guests.js';
import { LoadGame } from '../load/load-game.js';
import { inParallel } from '../load/sockets.js';
import { Tally } from '../load/tally.js';
import { framesOf, longestOfEach, workedMs } from './support/frames.js';
import { BY_CHANCE, expectAlike } from './support/in-turns.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { ADMIN_ENV, FIRST_ADMIN, visitorOf } from './support/visitor.js';

const GAMES = 500;
/** As many as fill the window and what is drawn beside it. */
const FEW = 40;
const PLAYERS = 2;
const QUESTIONS = 100;
const AT_THE_DOOR = 24;
/** Of all games together, few or many: beside the page the machine has the same to do. */
const PRESSES_PER_SECOND = 100;
const BEAT_MS = 40;

const WATCHED_MS = 8_000;
const SCROLLED_PX = 100;
/** 1,500 people come in, and each look at the page takes half a minute: only against what hangs. */
const UNDER_LOAD_MS = 360_000;
/** Whatever is pressed is seen by everybody before they go. */
const LEFT_WITHIN_MS = 60_000;

describe(`${GAMES} games that are played, on the page of live operations`, () => {
  let admin: Person;
  let devtools: CDPSession;
  const games: LoadGame[] = [];
  let over = false;
  let seated: Promise<unknown> | undefined;
  let beating: ReturnType<typeof setInterval> | undefined;
  const step = storyOf(() => [admin]);
  const slowedDownBy = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });

  afterAll(async () => {
    over = true;
    clearInterval(beating);
    await seated;
    await Promise.all(games.map((game) => game.finish()));
    for (const game of games) game.close();
  }, LEFT_WITHIN_MS);
  opening(
    async (arrive) => {
      admin = await arrive('Admin');
      await admin.page.setViewportSize({ width: 1280, height: 800 });
      devtools = await admin.context.newCDPSession(admin.page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    },
    { ...ADMIN_ENV, ...RAISED_LIMITS },
  );

  /** Lets more games in until there are so many, each with its players and started. */
  async function open(count: number): Promise<void> {
    const { origin } = new URL(admin.page.url());
    const numbers = Array.from({ length: count - games.length }, (_, i) => i);
    const all = inParallel(numbers, AT_THE_DOOR, async () => {
      if (over) return;
      const game = new LoadGame(new Tally(), leanEntrance(), () => undefined);
      games.push(game);
      await game.create(await signInGuest(origin), QUESTIONS);
      for (let seat = 1; seat <= PLAYERS; seat++) await game.join(await signInGuest(origin), `Player ${seat}`);
      await game.start();
    });
    seated = all.catch(() => undefined);
    await all;
    await admin.sees(`${count} open games`);
  }

  /**
   * What the page's own thread works while all that stand there are played, ms, and how long its frames take on a
   * quarter of this machine's speed.
   */
  async function watched(scrollPx = 0) {
    await slowedDownBy(1);
    const before = await workedMs(devtools);
    const quick = await framesOf(admin.page, WATCHED_MS, scrollPx);
    const worked = (await workedMs(devtools)) - before;
    await slowedDownBy(4);
    const frames = await framesOf(admin.page, WATCHED_MS, scrollPx);
    await slowedDownBy(1);
    const longest = longestOfEach(frames, 1_000);
    return { perSecond: worked / (WATCHED_MS / 1_000), perFrame: worked / quick.length, frames, longest };
  }
  const measured = async () => ({ still: await watched(), scrolled: await watched(SCROLLED_PX) });
  let few: Awaited<ReturnType<typeof measured>>;

  it(
    ...step(
      `are watched and scrolled through while there are ${FEW}`,
      async () => {
        const { page } = admin;
        await page.goto('/admin/operations');
        await visitorOf(admin).signIn(FIRST_ADMIN);
        await admin.sees('0 open games');
        await open(FEW);
        let turn = 0;
        beating = setInterval(() => {
          for (let due = (PRESSES_PER_SECOND * BEAT_MS) / 1_000; due > 0; due--) {
            const game = games[turn++ % games.length];
            if (game?.canTakePress) game.press(performance.now());
          }
        }, BEAT_MS);
        await admin.sees(/pressed, [0-2] s ago/);
        few = await measured();
      },
      UNDER_LOAD_MS,
    ),
  );

  it(
    ...step(
      'all stand there',
      async () => {
        await open(GAMES);
        expect(await admin.page.getByRole('link', { name: /^Open .* read-only$/ }).count()).toBeLessThan(40);
      },
      UNDER_LOAD_MS,
    ),
  );

  it(
    ...step(
      'change by themselves and can be scrolled through as if they were few',
      async () => {
        await atBest(measured, (all) => {
          process.stderr.write(
            `a push: ${all.still.perSecond.toFixed(1)} ms (few: ${few.still.perSecond.toFixed(1)}); ` +
              `a scrolled frame: ${all.scrolled.perFrame.toFixed(2)} ms (few: ${few.scrolled.perFrame.toFixed(2)})\n`,
          );
          // A push comes once a second.
          expect(all.still.perSecond).toBeLessThanOrEqual(few.still.perSecond * BY_CHANCE);
          expect(all.scrolled.perFrame).toBeLessThanOrEqual(few.scrolled.perFrame * BY_CHANCE);
          expectAlike('slow: the longest frame of a second', { small: few.still.longest, large: all.still.longest });
          expectAlike('slow: a scrolled frame', { small: few.scrolled.frames, large: all.scrolled.frames });
        });
        expect(admin.errors).toEqual([]);
      },
      UNDER_LOAD_MS,
    ),
  );
});
