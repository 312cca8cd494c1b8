/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { RIGHTS, type Right } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { moderatorOf } from './support/moderator.js';
import type { Person } from './support/person.js';
import type { PreparedGame } from './support/prepared-game.js';
import { signedIn } from './support/members.js';
import { type Scene, test, testOn, useProduct } from './support/test.js';

async function crewPath({ moderator, gameId }: PreparedGame, rights: readonly Right[] = RIGHTS): Promise<string> {
  const body = { rights: [...rights], purpose: 'co-host' as const };
  const made = await moderator.member.http.call('createCrewLink', { params: { gameId }, body });
  return `/crew#${made.linkId}.${made.secret}`;
}

/** Cem comes by a link, as a guest. */
async function coHost({ arrive }: Pick<Scene, 'arrive'>, game: PreparedGame, rights?: readonly Right[]) {
  const cem = await arrive('Cem');
  await cem.page.goto(await crewPath(game, rights));
  await cem.page.getByLabel('Your name').fill('Cem');
  await cem.button('I run this room').click();
  await cem.page.waitForURL(`**/game/${game.gameId}`);
  return moderatorOf(cem);
}

const bannerOf = ({ page }: Person) => page.getByTestId('crew-banner');

async function openCrew({ page }: Person) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Crew' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crew' });
  await dialog.waitFor();
  return dialog;
}

describe('a crew', () => {
  test('lets a co-host in by a link, whose secret leaves the address, and the co-host judges', async (scene) => {
    const game = await scene.game({ players: ['Ada'] });
    const cem = await scene.arrive('Cem');
    const path = await crewPath(game);
    const secret = path.split('.')[1] ?? '';
    await cem.page.goto(path);
    await cem.page.getByRole('heading', { name: 'Help to run Ruth’s game' }).waitFor();
    expect(cem.page.url()).not.toContain(secret);
    await cem.page.getByLabel('Your name').fill('Cem');
    await cem.button('I run this room').click();
    await cem.page.waitForURL(`**/game/${game.gameId}`);
    const desk = moderatorOf(cem);
    await desk.pickAny();
    await game.buzz('Ada');
    await desk.first('Ada');
    await desk.judge('Right');
    await eventually(async () => expect((await game.view()).leaders[0]?.score).toBe(100));
    await cem.page.goBack();
    expect(cem.page.url()).not.toContain(secret);
  });

  test('a link that was used lets nobody else in', async (scene) => {
    const game = await scene.game();
    const path = await crewPath(game);
    const cem = await scene.arrive('Cem');
    await cem.page.goto(path);
    await cem.page.getByLabel('Your name').fill('Cem');
    await cem.button('I run this room').click();
    await cem.page.waitForURL(`**/game/${game.gameId}`);
    const eve = await scene.arrive('Eve');
    await eve.page.goto(path);
    await eve.page.getByRole('heading', { name: 'Someone has already used this link.' }).waitFor();
    await eve.button('Ask for a new link').waitFor();
  });

  test('shows a take-over at the old desk, which asks for the game and gets it back', async (scene) => {
    const game = await scene.game({ players: ['Ada'] });
    const ruth = (await scene.desk(game)).person;
    const cem = (await coHost(scene, game)).person;
    const crew = await openCrew(cem);
    await crew.getByRole('button', { name: 'Take over' }).click();
    await cem.page
      .getByRole('dialog', { name: 'Take over from Ruth?' })
      .getByRole('button', { name: 'Take over' })
      .click();
    await bannerOf(ruth).getByText('Cem has taken over. You are watching.').waitFor();
    expect(await ruth.page.getByRole('button', { name: 'Eighties for 100' }).isDisabled()).toBe(true);

    await bannerOf(ruth).getByRole('button', { name: 'Ask to have it back' }).click();
    await bannerOf(cem).getByText('Ruth would like to have the game back.').waitFor();
    await bannerOf(cem).getByRole('button', { name: 'Give back' }).click();
    await bannerOf(ruth).waitFor({ state: 'detached' });
    expect(await ruth.page.getByRole('button', { name: 'Eighties for 100' }).isEnabled()).toBe(true);
  });

  test('tells a member who is removed, and closes the desk', async (scene) => {
    const game = await scene.game();
    const cem = (await coHost(scene, game)).person;
    await cem.page.getByTestId('pick-panel').waitFor();
    const ruth = (await scene.desk(game)).person;
    const crew = await openCrew(ruth);
    await crew.getByRole('button', { name: 'Actions for Cem' }).click();
    await ruth.page.getByRole('menuitem', { name: 'Remove from the crew' }).click();
    await ruth.button('Remove Cem').click();
    await cem.page.getByRole('heading', { name: 'You are no longer in this crew' }).waitFor();
    await cem.page.getByRole('link', { name: 'Back to Home' }).waitFor();
  });

  test('closes the stage of a removed member, and leaves the projector running', async (scene) => {
    const game = await scene.game();
    const cem = (await coHost(scene, game)).person;
    await cem.page.getByTestId('pick-panel').waitFor();
    const projector = await scene.stage(game);
    const cemsStage = await cem.page.context().newPage();
    await cemsStage.goto(`/stage/${game.gameId}`);
    await cemsStage.getByTestId('stage').waitFor();
    const userId = (await game.view()).crew?.find(({ name }) => name === 'Cem')?.id;
    await game.command({ type: 'removeCrew', userId: userId! });
    await cemsStage.getByRole('alert').getByText('You cannot see this stage, or no longer.').waitFor();
    await projector.page.getByTestId('stage').waitFor();
    await projector.page.reload();
    await projector.page.getByTestId('stage').waitFor();
  });
});

const testWithAdmin = testOn(useProduct({ env: ADMIN_ENV }));

describe('an administrator in the list of live games', () => {
  testWithAdmin('takes over by two taps, and judges the buzz that waits', async (scene) => {
    const game = await scene.game({ players: ['Ada'] });
    const ruth = await scene.desk(game);
    await ruth.pickAny();
    await game.buzz('Ada');
    const admin = await scene.arrive('Admin', { signedInAs: await signedIn(scene.product.url, FIRST_ADMIN) });
    await admin.page.goto('/admin/operations');
    await admin.button(`Actions for ${game.code}`).click();
    await admin.page.getByRole('menuitem', { name: 'They called for help' }).click();
    const desk = moderatorOf(admin);
    await desk.first('Ada');
    await desk.judge('Right');
    await eventually(async () => expect((await game.view()).leaders[0]?.score).toBe(100));
    await bannerOf(ruth.person)
      .getByText(/has taken over/)
      .waitFor();
  });
});
