import { type ErrorReport, PATHS } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

const DAY_MS = 86_400_000;
const ERRORS = 10_000;
const PASSWORD = 'figures-of-the-house';

/** How often a report says that the page broke. */
function timesTold(body: string): number {
  const { errors } = JSON.parse(body) as { errors: readonly ErrorReport[] };
  return errors.filter(({ message }) => message === 'a broken page').reduce((sum, { count }) => sum + count, 0);
}

describe('an admin reads what happened', () => {
  let ruth: Moderator;
  let ada: Player;
  let admin: Person;
  let code: string;
  const everybody = () => [ruth.person, ada.person, admin];
  const step = storyOf(everybody);
  const total = (name: string) => admin.page.getByTestId(`total-${name}`).getByRole('definition').innerText();

  opening(
    async (arrive) => {
      ruth = moderatorOf(await arrive('Ruth'));
      ada = playerOf(await arrive('Ada'));
      await ada.person.clockIsOffBy(-365 * DAY_MS);
      admin = await arrive('Admin');
    },
    { ADMIN_PASSWORD: PASSWORD },
  );

  it(
    ...step('of a game that is played a little', async () => {
      code = await ruth.createStarter();
      await ada.joinAsGuest(code);
      await ruth.start();
      await ruth.pickAny();
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
      await ruth.judge('Wrong');
      await ada.becomes('wrong');
    }),
  );

  it(
    ...step('and of a page a year behind that breaks ten thousand times at once, and goes on', async () => {
      let told = 0;
      ada.person.page.on('response', (answer) => {
        const of = answer.request();
        if (of.method() === 'POST' && new URL(of.url()).pathname === PATHS.reportErrors.path && answer.ok())
          told += timesTold(of.postData() ?? '');
      });
      const took = await ada.person.page.evaluate(async (errors) => {
        const startedAt = performance.now();
        await new Promise<void>((done) => {
          for (let i = 0; i < errors; i++)
            setTimeout(() => {
              if (i === errors - 1) done();
              throw new Error('a broken page');
            });
        });
        return performance.now() - startedAt;
      }, ERRORS);
      process.stderr.write(`${ERRORS} errors of one page within ${Math.round(took)} ms\n`);
      // In as many reports as it takes, among whatever else the page has to tell.
      await eventually(() => expect(told).toBe(ERRORS), 30_000);
      await ada.person.page.getByTestId('buzzer').waitFor();
    }),
  );

  it(
    ...step('and of a promise there that nobody catches', async () => {
      const { page } = ada.person;
      const reported = page.waitForResponse(
        (answer) => answer.ok() && (answer.request().postData() ?? '').includes('a broken promise'),
      );
      await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('a broken promise'))));
      await reported;
    }),
  );

  it(
    ...step('live: the game, every service, and the game itself read-only', async () => {
      await admin.page.goto('/?signin');
      const tokens = await admin.page.evaluate(async (password) => {
        const reply = await fetch('/api/identity/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'admin@earworm.local', password }),
        });
        return (await reply.json()) as { access_token: string; refresh_token: string; expires_in: number };
      }, PASSWORD);
      await admin.page.evaluate((kept) => localStorage.setItem('earworm.tokens', JSON.stringify(kept)), {
        access: tokens.access_token,
        refresh: tokens.refresh_token,
        expiresAt: Date.now() + tokens.expires_in * 1000,
      });
      await admin.page.goto('/admin/operations');
      await admin.sees('1 open game');
      await admin.page.locator('li[data-look="ok"]', { hasText: 'telemetry' }).waitFor();
      await admin.page.getByRole('link', { name: `Open ${code} read-only` }).click();
      await admin.sees(`Game ${code}`);
      await admin.page.getByRole('region', { name: 'Scores' }).getByText('Ada').waitFor();
    }),
  );

  it(
    ...step('in figures, with the errors counted together and the games that came from templates', async () => {
      const started = await admin.page.evaluate(async () => {
        const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access?: string };
        const reply = await fetch('/api/templates/house-starter-quiz/start', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
          body: JSON.stringify({ requestId: 'figures-1', moderatorName: 'Ada' }),
        });
        return reply.status;
      });
      expect(started).toBe(200);
      const used = admin.page.getByRole('region', { name: 'Template use as a table' });
      // What happened is counted a moment later, and the page is read as it is opened.
      await eventually(async () => {
        await admin.page.goto('/analytics');
        await admin.page.getByTestId('total-gamesPlayed').waitFor();
        expect(await total('gamesPlayed')).toBe('1');
        expect(await total('pressed')).toBe('1');
        expect(await total('seats')).toBe('1');
        expect(Number(await total('people'))).toBeGreaterThanOrEqual(2);
        await used.getByRole('row', { name: 'Starter quiz 1' }).waitFor({ timeout: 5_000 });
      }, 60_000);
      const byDay = admin.page.getByRole('region', { name: 'Template use by day as a table' });
      expect(await byDay.getByRole('row').nth(1).getByRole('cell').last().innerText()).toBe('1');
      const errors = admin.page.getByRole('region', { name: 'Errors as a table' });
      await errors.getByText('Error: a broken promise').waitFor();
      await errors.getByText('Error: a broken page').click();
      await admin.page.getByRole('dialog').getByText('a broken page').first().waitFor();
      expect(await total('broken')).toBe((ERRORS + 1).toLocaleString('en'));
    }),
  );
});
