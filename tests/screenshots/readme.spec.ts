import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { still } from '../e2e/support/axe-violations.js';
import { test } from '../e2e/support/test.js';
import { ROOT } from '../harness/root.js';

const OUT = join(ROOT, 'docs', 'screenshots');
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const DESK = { viewport: { width: 1280, height: 720 } };
const PLAYERS = ['Ada', 'Leo', 'Mirjam', 'Jonas', 'Noor', 'Tomasz'];

async function take(page: Page, name: string): Promise<void> {
  await still(page);
  await mkdir(OUT, { recursive: true });
  const picture = await page.screenshot({ path: join(OUT, `${name}.jpg`), type: 'jpeg', quality: 88 });
  expect(picture.length).toBeGreaterThan(10_000);
}

describe('README pictures', () => {
  test('takes the home page', async (scene) => {
    const { page } = await scene.arrive('Visitor', LAPTOP);
    await page.goto('/');
    await page.getByLabel('Game Code').waitFor();
    await take(page, 'home');
  });

  test('takes a game that is being set up', async (scene) => {
    const game = await scene.game({ board: 'starter', players: PLAYERS, started: false });
    const { person } = await scene.setup(game, LAPTOP);
    await person.sees('Tomasz');
    await take(person.page, 'setup');
  });

  test('takes a round on phone, desk and stage', async (scene) => {
    const game = await scene.game({ board: 'starter', players: PLAYERS });
    for (const [index, name] of ['Mirjam', 'Noor', 'Ada', 'Mirjam', 'Tomasz'].entries()) {
      await game.pick();
      await game.buzz(name);
      await game.judge(index !== 2);
      if (index === 2) await game.markUnanswered();
    }
    const desk = await scene.desk(game, DESK);
    const stage = await scene.stage(game);
    const leo = await scene.phone(game, 'Leo');
    await desk.pickAny();
    await leo.becomes('armed');
    await take(leo.person.page, 'buzzer-armed');
    await leo.buzz();
    await leo.becomes('first');
    await game.buzz('Jonas');
    await desk.first('Leo');
    await desk.person.sees('Jonas');
    await stage.page.getByText('Leo').first().waitFor();
    await take(leo.person.page, 'buzzer-first');
    // A moment after the buzz, so that a press meant for the queue judges nobody.
    await desk.person.page.getByRole('button', { name: /^Right/, disabled: false }).waitFor();
    await take(desk.person.page, 'desk');
    await take(stage.page, 'stage');
  });
});
