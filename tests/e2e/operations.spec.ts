import { atBest } from '@earworm/service-kit/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
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
const AT_THE_DOOR = 24;
/** Of all games of a house together, few or many: beside the page it has the same to do. */
const PRESSES_PER_SECOND = 60;
const BEAT_MS = 40;
/** Every two presses take one of a game's questions, for as long as all of this may take. */
const QUESTIONS = { few: 400, all: 100 };

const WATCHED_MS = 8_000;
const SCROLLED_PX = 100;
/** 1,500 people come in, and each look at both pages takes a minute: only against what hangs. */
const UNDER_LOAD_MS = 480_000;
/** Whatever is pressed is seen by everybody before they go. */
const LEFT_WITHIN_MS = 60_000;

/** A server with its games, and the admin who watches them. */
interface House {
  readonly questions: number;
  readonly games: LoadGame[];
  readonly admin: Person;
  readonly devtools: CDPSession;
  turn: number;
}

describe(`${GAMES} games that are played, on the page of live operations`, () => {
  const houses: House[] = [];
  let over = false;
  let seated: Promise<unknown> | undefined;
  let beating: ReturnType<typeof setInterval> | undefined;
  const step = storyOf(() => houses.map(({ admin }) => admin));
  const house = (which: 'few' | 'all'): House => {
    const found = houses[which === 'few' ? 0 : 1];
    if (!found) throw new Error('it was not opened');
    return found;
  };

  afterAll(async () => {
    over = true;
    clearInterval(beating);
    await seated;
    const games = houses.flatMap((each) => each.games);
    await Promise.all(games.map((game) => game.finish()));
    for (const game of games) game.close();
  }, LEFT_WITHIN_MS);
  // Both at once, so that few and many are looked at in turns: what else the machine does meets both alike.
  for (const which of ['few', 'all'] as const) {
    opening(
      async (arrive) => {
        const admin = await arrive('Admin');
        await admin.page.setViewportSize({ width: 1280, height: 800 });
        const devtools = await admin.context.newCDPSession(admin.page);
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
        houses.push({ questions: QUESTIONS[which], games: [], admin, devtools, turn: 0 });
      },
      { ...ADMIN_ENV, ...RAISED_LIMITS },
    );
  }

  /** Lets so many games in, each with its players and started, and looks at them. */
  async function open({ admin, games, questions }: House, count: number): Promise<void> {
    await admin.page.goto('/admin/operations');
    await visitorOf(admin).signIn(FIRST_ADMIN);
    await admin.sees('0 open games');
    const { origin } = new URL(admin.page.url());
    const numbers = Array.from({ length: count }, (_, i) => i);
    const all = inParallel(numbers, AT_THE_DOOR, async () => {
      if (over) return;
      const game = new LoadGame(new Tally(), leanEntrance(), () => undefined);
      games.push(game);
      await game.create(await signInGuest(origin), questions);
      for (let seat = 1; seat <= PLAYERS; seat++) await game.join(await signInGuest(origin), `Player ${seat}`);
      await game.start();
    });
    seated = all.catch(() => undefined);
    await all;
    await admin.sees(`${count} open games`);
  }

  function beat(each: House): void {
    for (let due = (PRESSES_PER_SECOND * BEAT_MS) / 1_000; due > 0; due--) {
      const game = each.games[each.turn++ % each.games.length];
      if (game?.canTakePress) game.press(performance.now());
    }
  }

  /**
   * What the page's own thread works while all that stand there are played, ms, and how long its frames take on a
   * quarter of this machine's speed.
   */
  async function watched({ admin, devtools }: House, scrollPx = 0) {
    const slowedDownBy = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
    const before = await workedMs(devtools);
    const quick = await framesOf(admin.page, WATCHED_MS, scrollPx);
    const worked = (await workedMs(devtools)) - before;
    await slowedDownBy(4);
    const frames = await framesOf(admin.page, WATCHED_MS, scrollPx);
    await slowedDownBy(1);
    const longest = longestOfEach(frames, 1_000);
    return { perSecond: worked / (WATCHED_MS / 1_000), perFrame: worked / quick.length, frames, longest };
  }
  const measured = async () => {
    const still = { few: await watched(house('few')), all: await watched(house('all')) };
    const scrolled = {
      few: await watched(house('few'), SCROLLED_PX),
      all: await watched(house('all'), SCROLLED_PX),
    };
    return { still, scrolled };
  };

  it(...step(`stand there, ${FEW} of them in a house of their own`, () => open(house('few'), FEW), UNDER_LOAD_MS));

  it(
    ...step(
      'stand there, all of them in another, and are played',
      async () => {
        const { admin } = house('all');
        await open(house('all'), GAMES);
        expect(await admin.page.getByRole('link', { name: /^Open .* read-only$/ }).count()).toBeLessThan(40);
        beating = setInterval(() => houses.forEach(beat), BEAT_MS);
        for (const each of houses) await each.admin.sees(/pressed, [0-2] s ago/);
      },
      UNDER_LOAD_MS,
    ),
  );

  it(
    ...step(
      'change by themselves and can be scrolled through as if they were few',
      async () => {
        await atBest(measured, ({ still, scrolled }) => {
          process.stderr.write(
            `a push: ${still.all.perSecond.toFixed(1)} ms (few: ${still.few.perSecond.toFixed(1)}); ` +
              `a scrolled frame: ${scrolled.all.perFrame.toFixed(2)} ms (few: ${scrolled.few.perFrame.toFixed(2)})\n`,
          );
          // A push comes once a second.
          expect(still.all.perSecond).toBeLessThanOrEqual(still.few.perSecond * BY_CHANCE);
          expect(scrolled.all.perFrame).toBeLessThanOrEqual(scrolled.few.perFrame * BY_CHANCE);
          expectAlike('slow: the longest frame of a second', { small: still.few.longest, large: still.all.longest });
          expectAlike('slow: a scrolled frame', { small: scrolled.few.frames, large: scrolled.all.frames });
        });
        expect(houses.flatMap(({ admin }) => admin.errors)).toEqual([]);
      },
      UNDER_LOAD_MS,
    ),
  );
});
