/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { subjectOf } from '../load/guests.js';
import { newAccount } from './support/members.js';
import { playerOf, type Player } from './support/player.js';
import { prepareTemplate } from './support/prepared-template.js';
import { type Scene, test } from './support/test.js';
import { signInDialogOf } from './support/sign-in-dialog.js';

/** A started game that Ada has open in two tabs. */
async function twoTabs({ game, phone }: Scene) {
  const played = await game({ players: ['Ada'] });
  const left = await phone(played, 'Ada');
  const right = playerOf(await left.person.inAnotherTab());
  await right.person.page.goto(left.person.page.url());
  const bothBecome = (...[state]: Parameters<Player['becomes']>) =>
    Promise.all([left.becomes(state), right.becomes(state)]);
  await bothBecome('wait');
  return { played, left, right, bothBecome };
}

describe('a player with the game open in two tabs', () => {
  test('keeps one seat', async (scene) => {
    const { played, bothBecome } = await twoTabs(scene);
    const desk = await scene.desk(played);
    await desk.person.sees('1 player');
    await desk.pickAny();
    await bothBecome('armed');
  });

  test('buzzes in one tab, and both tabs show it once', async (scene) => {
    const { played, left, right, bothBecome } = await twoTabs(scene);
    await played.pick('Eighties for 100');
    await bothBecome('armed');
    await right.buzz();
    await bothBecome('first');
    await Promise.all([bothBecome('wrong'), played.judge(false)]);
    await left.buzz();
    await bothBecome('first');
    await Promise.all([bothBecome('right'), played.judge(true)]);
    await bothBecome('wait');
    expect([await left.score(), await right.score()]).toEqual([50, 50]);
  });

  test('leaves in one tab and comes back in the other with the score', async (scene) => {
    const { played, left, right, bothBecome } = await twoTabs(scene);
    await played.pick('Eighties for 100');
    await bothBecome('armed');
    await left.buzz();
    await bothBecome('first');
    await Promise.all([bothBecome('right'), played.judge(true)]);
    await right.leave();
    await right.person.page.waitForURL(/\/$/);
    await left.person.button('Join').click();
    await left.becomes('wait');
    await eventually(async () => expect(await left.score()).toBe(100));
  });
});

describe('a guest who creates an account in another tab', () => {
  test('continues to moderate in the first one on the same socket, and keeps the user id and the templates', async (scene) => {
    const played = await scene.game({ players: ['Ada'] });
    const { member } = played.moderator;
    const template = await prepareTemplate(member);
    const desk = await scene.desk(played);
    const { page } = desk.person;
    await desk.person.sees('1 player');
    const newSockets: string[] = [];
    const navigations: string[] = [];
    page.on('websocket', (socket) => void newSockets.push(socket.url()));
    // The YouTube player's iframe navigates too, at any time.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) navigations.push(frame.url());
    });

    const other = await desk.person.inAnotherTab();
    await other.page.goto('/my-templates');
    await other.sees(template.title);
    await other.button('Menu').click();
    await other.button('Create Account').click();
    const form = signInDialogOf(other);
    await form.signUp(newAccount('Ruth'));
    await form.dialog.waitFor({ state: 'detached' });
    await other.sees(template.title);
    await other.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Game History' }).waitFor();
    const stored = await other.page.evaluate(() => localStorage.getItem('earworm.tokens'));
    expect(subjectOf((JSON.parse(stored ?? '') as { access: string }).access)).toBe(member.userId);

    await desk.pickAny();
    await played.buzz('Ada');
    await desk.judge('Right');
    await eventually(async () => expect((await played.view()).leaders[0]?.score).toBeGreaterThan(0));
    expect({ newSockets, navigations }).toEqual({ newSockets: [], navigations: [] });
  });
});
