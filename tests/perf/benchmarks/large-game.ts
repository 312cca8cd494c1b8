/// <reference lib="dom" />
import { storedTokens } from '../../e2e/support/members.js';
import type { Person } from '../../e2e/support/person.js';
import { PreparedGame } from '../../e2e/support/prepared-game.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { scrolledFrames } from '../browser/frames.js';
import { typed } from '../browser/keys.js';
import { boardOf } from '../browser/large-game.js';
import { type Opened, throttle, withBrowser } from '../browser/open-page.js';
import { visibleRatio, interleave, type InterleavedRuns, worst } from '../interleaved-runs.js';

const LARGE = 45;
/** The game of a long evening, long enough to scroll. */
const SMALL = 15;
const TURNS = 4;
const WORDS = ['twent', 'y let', 'ters ', 'typed'];
const FIRST = 'Category 1 for 100';

/** A moderator in the setup of a game of this size, on a quarter of this machine's speed. */
async function moderator({ product, arrive }: Opened, categories: number) {
  const game = await PreparedGame.create(product.url, { board: boardOf(categories), started: false });
  const person = await arrive('Ruth', {
    viewport: { width: 1280, height: 800 },
    localStorage: { ...storedTokens(game.moderator.member), ...game.moderator.marks },
  });
  await person.page.goto(`/setup/${game.gameId}`);
  await person.sees('Answer 1 1');
  const slowDownBy = await throttle(person);
  return { person, game, slowDownBy };
}

async function inSetup(small: Person, large: Person): Promise<Record<string, InterleavedRuns>> {
  for (const { page } of [small, large]) {
    const first = page.getByRole('region', { name: 'Category 1', exact: true });
    await first.getByRole('button', { name: 'Add Question' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).click();
  }
  const typedBy = (person: Person) => (turn: number) => typed(person.page, WORDS[turn] ?? '');
  const keys = await interleave(WORDS.length, typedBy(small), typedBy(large));
  const scrolledBy =
    ({ page }: Person) =>
    () =>
      scrolledFrames(page, null);
  const frames = await interleave(TURNS, scrolledBy(small), scrolledBy(large));
  return { setupKey: keys, setupFrame: frames };
}

async function onBoard(small: Person, large: Person): Promise<Record<string, InterleavedRuns>> {
  for (const { page } of [small, large]) await page.getByRole('button', { name: FIRST, exact: true }).focus();
  const walkedBy =
    ({ page }: Person) =>
    () =>
      typed(page, Array<string>(5).fill('ArrowRight'));
  const keys = await interleave(TURNS, walkedBy(small), walkedBy(large));
  const scrolledBy =
    ({ page }: Person) =>
    () =>
      scrolledFrames(page, '[aria-label="Board"]');
  const frames = await interleave(TURNS, scrolledBy(small), scrolledBy(large));
  return { boardKey: keys, boardFrame: frames };
}

export const benchmark: Benchmark = {
  what: `keys and frames in a game of ${LARGE} categories × 30 questions, setup and board, on a quarter of the speed`,
  run: () =>
    withBrowser({}, async (opened) => {
      const small = await moderator(opened, SMALL);
      const large = await moderator(opened, LARGE);
      const both = [small, large];
      for (const { slowDownBy } of both) await slowDownBy(4);
      const setup = await inSetup(small.person, large.person);
      for (const { person, game, slowDownBy } of both) {
        await slowDownBy(1);
        await game.start();
        await person.page.goto(`/game/${game.gameId}`);
        await person.page.getByTestId('pick-panel').waitFor();
        await slowDownBy(4);
      }
      const measured = { ...setup, ...(await onBoard(small.person, large.person)) };
      for (const { game } of both) game.disconnect();
      const ratios = Object.fromEntries(Object.entries(measured).map(([name, sides]) => [name, visibleRatio(sides)]));
      const figures = Object.fromEntries(
        Object.entries(measured).flatMap(([name, sides]) => [
          [`${name}Ms`, median(sides.large)],
          [`${name}SmallMs`, median(sides.small)],
        ]),
      );
      return { ratio: worst(ratios), target: 1.5, reference: `the same in a game of ${SMALL} categories`, figures };
    }),
};
