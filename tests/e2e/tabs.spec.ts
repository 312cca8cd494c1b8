import { describe, expect, it } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

describe('a player who has the game open in two tabs', () => {
  let ruth: Moderator;
  let left: Player;
  let right: Player;
  let code: string;
  const step = storyOf(() => [ruth, left, right].filter(Boolean).map(({ person }) => person));

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    left = playerOf(await arrive('Ada'));
  });

  const bothBecome = async (...[state]: Parameters<Player['becomes']>) => {
    await Promise.all([left.becomes(state), right.becomes(state)]);
  };
  /** What passes by is awaited from before it comes. */
  const judged = (verdict: 'Right' | 'Wrong', state: 'right' | 'wrong') =>
    Promise.all([bothBecome(state), ruth.judge(verdict)]);

  it(
    ...step('has one seat, and both tabs show it', async () => {
      code = await ruth.createStarter();
      await left.joinAsGuest(code);
      right = playerOf(await left.person.inAnotherTab());
      await right.person.page.goto(left.person.page.url());
      await bothBecome('lobby');
      await ruth.start();
      await bothBecome('wait');
      await ruth.person.sees('1 player');
    }),
  );

  it(
    ...step('presses in either, and it counts once', async () => {
      await ruth.pickAny();
      await bothBecome('armed');
      await right.press();
      await bothBecome('first');
      await judged('Wrong', 'wrong');
      await left.press();
      await bothBecome('first');
      await judged('Right', 'right');
      await bothBecome('wait');
      expect([await left.score(), await right.score()]).toEqual([50, 50]);
    }),
  );

  it(
    ...step('leaves in one, is told in the other, and comes back there with the score', async () => {
      await right.leave();
      await right.person.page.waitForURL(/\/$/);
      await left.person.button('Join').waitFor();
      await left.person.button('Join').click();
      await left.becomes('wait');
      expect(await left.score()).toBe(50);
      expect([...left.person.errors, ...right.person.errors]).toEqual([]);
    }),
  );
});
