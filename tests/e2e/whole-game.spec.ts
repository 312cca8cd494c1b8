import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { moderatorOf } from './support/moderator.js';
import { playerOf } from './support/player.js';
import { type Scene, test } from './support/test.js';

/** A game that Ada has lost 50 points in. */
async function gameWithScore({ game }: Scene) {
  const played = await game({ players: ['Ada'] });
  await played.pick('Eighties for 100');
  await played.buzz('Ada');
  await played.judge(false);
  await played.markUnanswered();
  return played;
}

describe('a whole game', () => {
  test('a moderator and two players who have never been here play from the home page to the podium', async ({
    arrive,
  }) => {
    const ruth = moderatorOf(await arrive('Ruth'));
    const ada = playerOf(await arrive('Ada'));
    const leo = playerOf(await arrive('Leo'));

    // The moderator becomes a guest on the way and makes a board.
    await ruth.createGame();
    await ruth.person.sees('Set up your game');
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
    const code = await ruth.gameCode();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);

    // One player types the code, the other follows a link and needs another name.
    await ada.enterCode(code.toLowerCase());
    await ada.person.button('Join Game').click();
    await ada.becomes('lobby');
    await leo.person.page.goto(`/?code=${code}`);
    await leo.person.page.getByLabel('Your Name').fill('ADA');
    await leo.person.button('Join Game').click();
    await leo.person.sees('This name is already taken in this game.');
    await leo.person.page.getByLabel('Your name').fill('Leo');
    await leo.person.button('Join').click();
    await leo.becomes('lobby');

    await ruth.start();
    await Promise.all([ada.becomes('wait'), leo.becomes('wait')]);
    await ada.person.sees('Ruth is picking');

    // Both buzz; the first is wrong, the second is right.
    await ruth.pick('Eighties for 100');
    await Promise.all([ada.becomes('armed'), leo.becomes('armed')]);
    await ada.buzz();
    await ada.becomes('first');
    await leo.buzz();
    await leo.becomes('inLine');
    await ruth.first('Ada');
    const behind = ruth.person.page.getByText(/^\+[\d.]+ s$/).first();
    expect(parseFloat(await behind.innerText())).toBeGreaterThan(0);
    await Promise.all([ada.becomes('wrong'), ruth.judge('Wrong')]);
    await leo.becomes('first');
    await ruth.first('Leo');
    expect(await ada.score()).toBe(-50);
    await Promise.all([leo.becomes('right'), ruth.judge('Right')]);
    expect(await leo.score()).toBe(100);
    await ada.person.sees('Alpha Song');
    await ada.becomes('wait');
    await ada.person.sees('Leo is picking');
    await ruth.person.page.getByRole('img', { name: 'Eighties for 100, answered by Leo' }).waitFor();

    // The next one is interrupted by a pause, and no player knows it.
    await ruth.pick('Films for 100');
    await ada.becomes('armed');
    await ruth.choose('Pause game');
    await ada.becomes('gamePaused');
    await ruth.choose('Announce…');
    await ruth.person.page.getByRole('textbox', { name: 'Text' }).fill('We go on in a minute');
    await ruth.person.button('Announce').click();
    await ada.person.sees('We go on in a minute');
    await ruth.person.button('Resume game').click();
    await ada.becomes('armed');
    await ruth.judge('Nobody');
    await ada.person.sees('Nobody got it');
    await leo.person.sees('Gamma Song');

    await ruth.pick('Films for 200');
    await ada.becomes('armed');
    await ada.buzz();
    await ada.becomes('first');
    await ruth.first('Ada');
    await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
    expect(await ada.score()).toBe(150);
    await ruth.pick('Eighties for 200');
    await leo.becomes('armed');
    await leo.buzz();
    await leo.becomes('first');
    await ruth.first('Leo');
    await Promise.all([leo.becomes('right'), ruth.judge('Right')]);
    expect(await leo.score()).toBe(300);

    await ruth.person.sees('That was the last question');
    await ruth.choose('End game');
    await ruth.person.sees('You can reopen the game for ten minutes.');
    await ruth.confirm('End game');
    for (const { person } of [ruth, ada, leo]) {
      const steps = person.page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
      await eventually(async () =>
        expect((await steps.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Ada', 'Leo']),
      );
    }
    await leo.person.sees('You won!');
  });

  test('a game that has ended accepts no player', async ({ game, guest }) => {
    const played = await game();
    await played.end();
    const eve = playerOf(await guest('Eve'));
    await eve.enterCode(played.code);
    await eve.person.page.getByRole('tabpanel').getByRole('button').last().click();
    await eve.person.sees('This game has already ended');
  });

  test('a right answer in time trial gains what is left of the points, less five for every second', async (scene) => {
    const played = await scene.game({ players: ['Leo'] });
    const ruth = await scene.desk(played);
    const leo = await scene.phone(played, 'Leo');
    await ruth.choose('Time trial');
    await ruth.pick('Eighties for 200');
    await leo.becomes('armed');
    const worth = leo.person.page.getByTestId('asked').getByText(/^\d+ points$/);
    await eventually(async () => expect(parseInt(await worth.innerText())).toBeLessThanOrEqual(190));
    await leo.buzz();
    await leo.becomes('first');
    await ruth.first('Leo');
    const offered = await ruth.person.page.getByRole('button', { name: /^Right/ }).innerText();
    const gain = Number(/\+(\d+)/.exec(offered)?.[1]);
    expect(gain).toBeLessThanOrEqual(190);
    expect(gain % 5).toBe(0);
    await Promise.all([leo.becomes('right'), ruth.judge('Right')]);
    expect(await leo.score()).toBe(gain);
  });

  test('a player who reloads, leaves and comes back keeps the seat and the score', async (scene) => {
    const played = await gameWithScore(scene);
    const ruth = await scene.desk(played);
    const ada = await scene.phone(played, 'Ada');
    await ada.person.page.reload();
    await ada.becomes('wait');
    await ada.leave();
    await ada.person.button('Join Game').waitFor();
    await ruth.person.sees('left the game');
    await ada.enterCode(played.code);
    await ada.person.sees('You left this game as Ada. Your score has been kept.');
    await ada.person.button('Rejoin Game').click();
    await ada.becomes('wait');
    expect(await ada.score()).toBe(-50);
  });

  test('players see when the moderator has left and when they are back', async (scene) => {
    const played = await scene.game({ players: ['Ada'] });
    const ruth = await scene.desk(played);
    const ada = await scene.phone(played, 'Ada');
    await ruth.choose('Leave desk');
    await ruth.confirm('Leave');
    await ada.becomes('away');
    await ada.person.sees('Ruth is not connected');
    await ruth.person.page.getByLabel('Game Code').fill(played.code);
    await ruth.person.page.getByRole('link', { name: 'Rejoin as Moderator' }).click();
    await ruth.person.button('Rejoin Now').click();
    await ruth.person.page.getByTestId('pick-panel').waitFor();
    await ada.becomes('wait');
  });

  test('moderator and player can reload while the player answers', async (scene) => {
    const played = await scene.game({ players: ['Ada'] });
    await played.pick('Films for 200');
    const ruth = await scene.desk(played);
    const ada = await scene.phone(played, 'Ada');
    await ada.becomes('armed');
    await ada.buzz();
    await ada.becomes('first');
    await Promise.all([ada.person.page.reload(), ruth.person.page.reload()]);
    await ada.becomes('first');
    await ruth.first('Ada');
    await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
    expect(await ada.score()).toBe(200);
  });
});
