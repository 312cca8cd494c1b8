import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { delayedLine } from '../harness/delayed-line.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { YOUTUBE_CONSENT } from './support/fake-youtube.js';
import { type Member, newGuest, storedTokens } from './support/members.js';
import type { Person } from './support/person.js';
import type { PreparedGame } from './support/prepared-game.js';
import { type Place, silentControls } from './support/silent-controls.js';
import { type Scene, testOn, useProduct } from './support/test.js';

const ROUND_TRIP_MS = 600;
/** Only against a walk that hangs. */
const WALK_WITHIN_MS = 600_000;
const product = useProduct({ env: RAISED_LIMITS });
const test = testOn(product);

/** A walk that finds nothing to press says nothing. */
function expectAnswered(silent: readonly string[], known: ReadonlySet<string>, atLeast: number): void {
  expect(silent).toEqual([]);
  expect(known.size).toBeGreaterThan(atLeast);
}

describe(`a network with ${ROUND_TRIP_MS} ms between a press and its answer`, () => {
  let line: Awaited<ReturnType<typeof delayedLine>>;
  let url: string;
  beforeAll(async () => {
    line = await delayedLine(Number(new URL(product().url).port), ROUND_TRIP_MS / 2);
    url = `http://localhost:${line.port}`;
  });
  afterAll(() => line.close());
  /** One after the other: a kind of control is pressed in the first place that shows it. */
  const silentIn = async (places: readonly Place[], known: Set<string>) => {
    const silent: string[] = [];
    for (const place of places) silent.push(...(await silentControls(place, known, line.delayed)));
    return silent;
  };

  /** Some presses sign out, choose another language or leave something behind. */
  const opensAfresh = async ({ page }: Person, address: string, kept: Readonly<Record<string, string>> = {}) => {
    await page.evaluate(
      (entries) => {
        localStorage.clear();
        sessionStorage.clear();
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      },
      { ...YOUTUBE_CONSENT, ...kept },
    );
    await page.goto(address);
    return page;
  };
  const desk = (member: Member, { gameId, moderator }: PreparedGame) => {
    const mark = JSON.stringify({ moderatorName: moderator.name, keptAt: Date.now() });
    return { ...storedTokens(member), [`earworm.moderator.${gameId}`]: mark };
  };
  const LAPTOP = { width: 1280, height: 720 };
  const host = async (scene: Scene): Promise<{ ruth: Person; member: Member }> => {
    const member = await newGuest(product().url);
    const ruth = await scene.arrive('Ruth', { url, signedInAs: member, viewport: LAPTOP });
    await ruth.page.goto('/');
    return { ruth, member };
  };

  test(
    'changes something at once for every press of a guest at home',
    async (scene) => {
      const { code } = await scene.game();
      const eva = await scene.arrive('Eva', { url });
      await eva.page.goto('/');
      const at = (path: string, button: string, fill: (page: Page) => Promise<unknown>): Place => ({
        isHome: true,
        open: async () => {
          const page = await opensAfresh(eva, path);
          await page.getByRole('button', { name: button, exact: true }).waitFor();
          return page;
        },
        prepare: fill,
      });
      const known = new Set<string>();
      const join = at('/', 'Join Game', async (page) => {
        await page.getByLabel('Game Code').fill(code);
        await page.getByLabel('Your Name').fill('Eva');
      });
      const create = at('/?create', 'Create Game', (page) => page.getByLabel('Moderator Name').fill('Eva'));
      expectAnswered(await silentIn([join, create], known), known, 20);
    },
    WALK_WITHIN_MS,
  );

  test(
    'changes something at once for every press of a host in setup',
    async (scene) => {
      const { ruth, member } = await host(scene);
      const open = async () => {
        const game = await scene.game({ moderatedBy: member, players: ['Ada'], started: false });
        game.disconnect();
        const page = await opensAfresh(ruth, `/setup/${game.gameId}`, desk(member, game));
        await page.getByRole('button', { name: 'Start Game' }).waitFor();
        return page;
      };
      const known = new Set<string>();
      expectAnswered(await silentIn([{ open, within: '#content' }], known), known, 25);
    },
    WALK_WITHIN_MS,
  );

  test(
    'changes something at once for every press of a host at the desk',
    async (scene) => {
      const { ruth, member } = await host(scene);
      const known = new Set<string>();
      const at = (play: (game: PreparedGame) => Promise<unknown>, started = true): Place => ({
        open: async () => {
          const game = await scene.game({ moderatedBy: member, players: ['Ada', 'Ben'], started });
          await play(game);
          game.disconnect();
          const page = await opensAfresh(ruth, `/game/${game.gameId}`, desk(member, game));
          await page.locator('[data-testid$="-panel"]:visible').first().waitFor();
          return page;
        },
      });
      const inQueue = async (game: PreparedGame) => {
        await game.pick();
        await game.buzz('Ada');
        await game.buzz('Ben');
      };
      const places = [
        at(() => Promise.resolve(), false),
        at(() => Promise.resolve()),
        at((game) => game.pick()),
        at(inQueue),
      ];
      expectAnswered(await silentIn(places, known), known, 20);
    },
    WALK_WITHIN_MS,
  );

  test(
    'changes something at once for every press of a player',
    async (scene) => {
      const member = await newGuest(product().url);
      const ada = await scene.arrive('Ada', { url, signedInAs: member });
      await ada.page.goto('/');
      const known = new Set<string>();
      const at = (play: (game: PreparedGame) => Promise<unknown>, started: boolean, isSeated = true): Place => ({
        open: async () => {
          const game = await scene.game({ started: false });
          if (isSeated) await game.join('Ada', member);
          if (started) await game.start();
          await play(game);
          game.disconnect(game.seat('Ada'));
          const page = await opensAfresh(ada, `/game/${game.gameId}`, storedTokens(member));
          if (isSeated) await page.getByTestId('buzzer').waitFor();
          return page;
        },
      });
      const answered = async (game: PreparedGame) => {
        await game.pick();
        await game.buzz('Ada');
        await game.judge(true);
      };
      const places = [at(() => Promise.resolve(), false), at((game) => game.pick(), true), at(answered, true)];
      expectAnswered(await silentIn(places, known), known, 4);
    },
    WALK_WITHIN_MS,
  );
});
