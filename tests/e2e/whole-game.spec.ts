import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

describe('a whole game: a moderator and two players on phones', () => {
  let ruth: Moderator;
  let ada: Player;
  let leo: Player;
  let code: string;
  const everybody = () => [ruth, ada, leo].map(({ person }) => person);
  const step = storyOf(everybody);

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    leo = playerOf(await arrive('Leo'));
  });

  it(
    ...step('asks somebody who is not signed in who they are, and goes on with what was typed', async () => {
      await ruth.createGame();
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await ruth.person.sees('Set up your game');
    }),
  );

  it(
    ...step('says what a question still needs, and suggests its points', async () => {
      await ruth.addCategory('Eighties');
      await ruth.openQuestion('Eighties');
      await ruth.person.button('Save Question').click();
      await ruth.person.sees('YouTube link is required');
      await ruth.person.sees('Answer is required');
      await ruth.typeQuestion({ link: 'https://youtu.be/aaaaaaaaaa1?t=10', answer: 'Alpha Song', song: 'Alpha' });
      await ruth.openQuestion('Eighties');
      expect(await ruth.person.page.getByRole('textbox', { name: 'Points' }).inputValue()).toBe('200');
      await ruth.typeQuestion({ link: 'https://www.youtube.com/watch?v=bbbbbbbbbb2', answer: 'Beta Song' });
      await ruth.addCategory('Films');
      for (const [link, answer] of [
        ['https://music.youtube.com/watch?v=cccccccccc3', 'Gamma Song'],
        ['dddddddddd4', 'Delta Song'],
      ] as const) {
        await ruth.openQuestion('Films');
        await ruth.typeQuestion({ link, answer });
      }
      code = await ruth.gameCode();
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    }),
  );

  it(
    ...step('lets players in by code, and nobody under a name that is taken', async () => {
      await ada.enterCode(code.toLowerCase());
      await ada.person.button('Join Game').click();
      await ada.person.continueAsGuest('You must be logged in to join a game');
      await ada.becomes('lobby');

      await leo.person.page.goto(`/?code=${code}`);
      await leo.person.page.getByLabel('Your Name').fill('ADA');
      await leo.person.button('Join Game').click();
      await leo.person.continueAsGuest('You must be logged in to join a game');
      await leo.person.sees('This name is taken in this game');
      await leo.person.page.getByLabel('Your name').fill('Leo');
      await leo.person.button('Join').click();
      await leo.becomes('lobby');
    }),
  );

  it(
    ...step('starts, and a picked question arms every buzzer', async () => {
      await ruth.start();
      await Promise.all([ada.becomes('wait'), leo.becomes('wait')]);
      await ada.person.sees('Ruth picks next');
      await ruth.pick('Eighties for 100');
      await Promise.all([ada.becomes('armed'), leo.becomes('armed')]);
    }),
  );

  it(
    ...step('puts the first to press on the spot and the second in line', async () => {
      const began = performance.now();
      await ada.press();
      await ada.becomes('first');
      await leo.press();
      await leo.becomes('inLine');
      const tookMs = performance.now() - began;
      await ruth.first('Ada');
      const behind = await ruth.person.page
        .getByText(/^\+[\d.]+ s$/)
        .first()
        .innerText();
      expect(parseFloat(behind)).toBeGreaterThan(0);
      expect(parseFloat(behind) * 1_000).toBeLessThanOrEqual(tookMs + 10);
    }),
  );

  it(
    ...step('takes half the points for a wrong answer and gives the next in line the turn', async () => {
      await Promise.all([ada.becomes('wrong'), ruth.judge('Wrong')]);
      await leo.becomes('first');
      await ruth.first('Leo');
      expect(await ada.score()).toBe(-50);
    }),
  );

  it(
    ...step('gives the points for a right answer, shows the answer and lets the winner pick', async () => {
      await Promise.all([leo.becomes('right'), ruth.judge('Right')]);
      expect(await leo.score()).toBe(100);
      await ada.person.sees('Alpha Song');
      await ada.becomes('wait');
      await ada.person.sees('Leo picks next');
      await ruth.person.page.getByRole('img', { name: 'Eighties for 100, played: Leo' }).waitFor();
    }),
  );

  it(
    ...step('goes on when nobody knows it', async () => {
      await ruth.pick('Films for 100');
      await ada.becomes('armed');
      await ruth.judge('Nobody');
      await ada.person.sees('Nobody got it');
      await leo.person.sees('Gamma Song');
    }),
  );

  it(
    ...step('takes five points off a right answer for every second of a time trial', async () => {
      await ruth.choose('Time trial');
      await ruth.pick('Eighties for 200');
      await leo.becomes('armed');
      await leo.person.page.waitForTimeout(2_100);
      await leo.press();
      await leo.becomes('first');
      await ruth.first('Leo');
      const offered = await ruth.person.page.getByRole('button', { name: /^Right/ }).innerText();
      const gain = Number(/\+(\d+)/.exec(offered)?.[1]);
      expect(gain).toBeLessThanOrEqual(190);
      expect(gain % 5).toBe(0);
      await Promise.all([leo.becomes('right'), ruth.judge('Right')]);
      expect(await leo.score()).toBe(100 + gain);
    }),
  );

  it(
    ...step('keeps the seat of a player who leaves, also after a reload, and comes back', async () => {
      await ada.person.page.reload();
      await ada.becomes('wait');
      await ada.leave();
      await ada.person.button('Join Game').waitFor();
      await ruth.person.sees('left the game');
      await ada.enterCode(code);
      await ada.person.button('Rejoin Game').click();
      await ada.becomes('wait');
      expect(await ada.score()).toBe(-50);
    }),
  );

  it(
    ...step('tells the players when the moderator has left and when they are back', async () => {
      await ruth.choose('Leave desk');
      await ruth.confirm('Leave');
      await ada.becomes('away');
      await ada.person.sees('Ruth is away');
      await ruth.person.page.getByLabel('Game Code').fill(code);
      await ruth.person.page.getByRole('link', { name: 'Rejoin as Moderator' }).click();
      await ruth.person.button('Rejoin Now').click();
      await ruth.person.page.getByTestId('pick-panel').waitFor();
      await ada.becomes('wait');
    }),
  );

  it(
    ...step('survives reloading in the middle of an answer, on both sides', async () => {
      await ruth.pick('Films for 200');
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
      await Promise.all([ada.person.page.reload(), ruth.person.page.reload()]);
      await ada.becomes('first');
      await ruth.first('Ada');
      await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
      expect(await ada.score()).toBeGreaterThan(0);
    }),
  );

  it(
    ...step('ends for everybody with the same podium, and lets nobody in any more', async () => {
      await ruth.person.sees('That was the last one');
      await ruth.choose('End game');
      await ruth.person.sees('This cannot be undone');
      await ruth.confirm('End game');
      for (const { person } of [ruth, ada, leo]) {
        const steps = person.page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
        await eventually(async () =>
          expect((await steps.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Ada', 'Leo']),
        );
      }
      await leo.person.sees('You won!');
      await ada.person.page.goto('/');
      await ada.enterCode(code);
      await ada.person.page.getByRole('tabpanel').getByRole('button').last().click();
      await ada.person.sees('This game has already ended');
    }),
  );

  it('runs without an error in any page', () => {
    expect(everybody().flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`))).toEqual([]);
  });
});
