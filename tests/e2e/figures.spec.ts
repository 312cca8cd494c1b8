/// <reference lib="dom" />
import { newId } from '@earworm/client';
import { STARTER_TEMPLATE } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { signedIn } from './support/members.js';
import { moderatorOf } from './support/moderator.js';
import type { Person } from './support/person.js';
import { type Scene, testOn, useProduct } from './support/test.js';

const DAY_MS = 86_400_000;
const ERRORS = 10_000;
const REPORTED_WITHIN_MS = 90_000;
const COMPUTER = { viewport: { width: 1280, height: 800 } };

/** The figures count everything on a server: this one has no other users. Only one test starts a game, only one throws errors. */
const test = testOn(useProduct({ env: ADMIN_ENV }));

async function anAdmin({ product, arrive }: Scene) {
  const member = await signedIn(product.url, FIRST_ADMIN);
  const person = await arrive('Admin', { ...COMPUTER, signedInAs: member });
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const query = { from: day(-1), to: day(1), timeZone: 'UTC' };
  const figures = () => member.http.call('analytics', { query });
  return { member, person, figures };
}
const total = ({ page }: Person, name: string) => page.getByTestId(`total-${name}`).getByRole('definition').innerText();

describe('operations and analytics pages', () => {
  test('an admin sees ten thousand errors of one page counted together, and that page goes on', async (scene) => {
    const game = await scene.game({ started: false });
    const ruth = moderatorOf(
      await scene.arrive('Ruth', { signedInAs: game.moderator.member, localStorage: game.moderator.marks }),
    );
    const { page } = ruth.person;
    scene.expectPageErrors();
    // What a device says of the time of its errors is not believed.
    await ruth.person.clockIsOffBy(-365 * DAY_MS);
    // Until that chunk is loaded, only the first twenty errors are kept.
    const reporting = page.waitForRequest('**/api/telemetry/session');
    await page.goto(`/setup/${game.gameId}`);
    await ruth.person.sees('Set up your game');
    await reporting;
    await page.evaluate(async (errors) => {
      await new Promise<void>((done) => {
        for (let i = 0; i < errors; i++)
          setTimeout(() => {
            if (i === errors - 1) done();
            throw new Error('a broken page');
          });
      });
      setTimeout(() => void Promise.reject(new Error('a broken promise')));
    }, ERRORS);
    await ruth.addCategory('Still working');

    const { person, figures } = await anAdmin(scene);
    // The page sends its reports every five seconds, and more slowly while the server is busy.
    await eventually(
      async () => expect((await figures()).days.reduce((sum, day) => sum + day.errors, 0)).toBe(ERRORS + 1),
      REPORTED_WITHIN_MS,
    );
    await person.page.goto('/analytics');
    const errors = person.page.getByRole('region', { name: 'Errors, table' });
    await errors.getByText('Error: a broken promise').waitFor();
    await errors.getByText('Error: a broken page').click();
    await person.page.getByRole('dialog').getByText('a broken page').first().waitFor();
    expect(await total(person, 'broken')).toBe((ERRORS + 1).toLocaleString('en'));
    await person.page.keyboard.press('Escape');
    const scrollsSideways = () =>
      person.page
        .locator('[role="region"]')
        .evaluateAll((tables) =>
          tables.filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.ariaLabel),
        );
    expect(await scrollsSideways()).toEqual([]);
    await person.page.setViewportSize({ width: 1000, height: 800 });
    expect(await scrollsSideways()).toEqual([]);
  });

  test('an admin sees a game live and read-only, then counted with its buzz, seat, people and template', async (scene) => {
    const { member, person, figures } = await anAdmin(scene);
    const { page } = person;
    await page.goto('/admin/operations');
    const heading = page.getByRole('heading', { name: /^\d+ open games?$/ });
    const openGames = async () => parseInt(await heading.innerText());
    await heading.waitFor();
    const before = await openGames();
    const game = await scene.game({ players: ['Ada'] });
    await eventually(async () => expect(await openGames()).toBe(before + 1));
    await page.locator('li[data-look="ok"]', { hasText: 'telemetry' }).waitFor();
    await page.getByRole('link', { name: `Observe ${game.code} (read-only)` }).click();
    await person.sees(`Game ${game.code}`);
    await page.getByRole('region', { name: 'Scores' }).getByText('Ada').waitFor();

    const ada = await scene.phone(game, 'Ada');
    await game.pick();
    await ada.becomes('armed');
    await ada.buzz();
    await ada.becomes('first');
    await game.judge(false);
    await member.http.call('startTemplate', {
      params: { templateId: STARTER_TEMPLATE },
      body: { requestId: newId(), moderatorName: 'Ada' },
    });
    // What happened is counted a moment later, and the page reads it once.
    await eventually(async () => {
      const { days, users, templateUse } = await figures();
      expect(days.reduce((sum, { presses }) => sum + presses, 0)).toBe(1);
      expect(users.reduce((sum, each) => sum + each.users, 0)).toBeGreaterThanOrEqual(2);
      expect(templateUse?.templates).toEqual([{ title: 'Starter quiz', games: 1 }]);
    });
    await page.goto('/analytics');
    await page.getByTestId('total-gamesPlayed').waitFor();
    expect(await total(person, 'gamesPlayed')).toBe('1');
    expect(await total(person, 'buzzed')).toBe('1');
    expect(await total(person, 'seats')).toBe('1');
    expect(Number(await total(person, 'people'))).toBeGreaterThanOrEqual(2);
    const used = page.getByRole('region', { name: 'Template use, table' });
    await used.getByRole('row', { name: 'Starter quiz 1' }).waitFor();
    const byDay = page.getByRole('region', { name: 'Template use by day, table' });
    expect(await byDay.getByRole('row').nth(1).getByRole('cell').last().innerText()).toBe('1');
  });
});
