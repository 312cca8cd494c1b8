import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { playerOf, type Player } from './support/player.js';
import { type Scene, test } from './support/test.js';

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
  test('has one seat', async (scene) => {
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
    await right.press();
    await bothBecome('first');
    await Promise.all([bothBecome('wrong'), played.judge(false)]);
    await left.press();
    await bothBecome('first');
    await Promise.all([bothBecome('right'), played.judge(true)]);
    await bothBecome('wait');
    expect([await left.score(), await right.score()]).toEqual([50, 50]);
  });

  test('leaves in one tab and comes back in the other with the score', async (scene) => {
    const { played, left, right, bothBecome } = await twoTabs(scene);
    await played.pick('Eighties for 100');
    await bothBecome('armed');
    await left.press();
    await bothBecome('first');
    await Promise.all([bothBecome('right'), played.judge(true)]);
    await right.leave();
    await right.person.page.waitForURL(/\/$/);
    await left.person.button('Join').click();
    await left.becomes('wait');
    await eventually(async () => expect(await left.score()).toBe(100));
  });
});
