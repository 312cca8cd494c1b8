import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { unreachable } from './support/refusals.js';

const BYTE_ORDER_MARK = '\ufeff';

describe('the history of games', () => {
  let ruth: Moderator;
  let ada: Player;
  let code: string;
  const step = storyOf(() => [ruth.person, ada.person]);
  const cards = ({ page }: Person) => page.getByRole('tabpanel').locator('ul > li');
  const result = ({ page }: Person) => page.getByRole('dialog', { name: 'How it went' });
  const scores = (person: Person) => result(person).getByRole('list').first().getByRole('listitem').allInnerTexts();
  const inOneLine = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim());
  const choose = ({ page }: Person, list: 'My games' | 'Moderated') => page.getByRole('tab', { name: list }).click();
  /** What happened in a game stands there a moment later. */
  const untilItShows = (person: Person, list: 'My games' | 'Moderated', text: string) =>
    eventually(async () => {
      await person.page.goto('/game-history');
      await choose(person, list);
      await person.page.getByRole('tabpanel').getByText(text).waitFor({ timeout: 5_000 });
    }, 60_000);
  /** The rows of a file that a button gives. */
  const exported = async (person: Person, button: string): Promise<{ name: string; rows: string[] }> => {
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.button(button).click()]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
    return { name: file.suggestedFilename(), rows: text.slice(1).trimEnd().split('\r\n') };
  };

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
  });

  it(
    ...step('leads the moderator back to a game that is still in setup', async () => {
      await ruth.createGame();
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await ruth.addCategory('Eighties');
      await ruth.openQuestion('Eighties');
      await ruth.typeQuestion({ link: 'https://youtu.be/aaaaaaaaaa1', answer: '=Alpha, "live"', song: 'Alpha Song' });
      await ruth.openQuestion('Eighties');
      await ruth.typeQuestion({ link: 'https://youtu.be/bbbbbbbbbb2', answer: 'Beta' });
      code = await ruth.gameCode();
      await ada.joinAsGuest(code);
      const setup = ruth.person.page.url();
      await untilItShows(ruth.person, 'Moderated', 'In setup');
      await cards(ruth.person).getByRole('link', { name: 'Open' }).click();
      await ruth.person.sees('Set up your game');
      expect(ruth.person.page.url()).toBe(setup);
    }),
  );

  it(
    ...step('has a game that was played to its end, with its place and its points for who played it', async () => {
      await ruth.start();
      await ruth.pick('Eighties for 100');
      await ada.becomes('armed');
      await ada.press();
      await ruth.first('Ada');
      await ruth.judge('Wrong');
      await ada.becomes('wrong');
      await ada.press();
      await ruth.first('Ada');
      await ruth.judge('Right');
      await ada.becomes('right');
      await ruth.pick('Eighties for 200');
      await ada.becomes('armed');
      await ruth.judge('Nobody');
      await ruth.choose('End game');
      await ruth.confirm('End game');
      await ruth.person.page.getByRole('list', { name: 'Podium' }).waitFor();

      await untilItShows(ada.person, 'My games', 'Finished');
      const card = cards(ada.person);
      const text = inOneLine([await card.innerText()])[0];
      for (const part of ['Moderated by Ruth', '1 player', `Code ${code}`, 'Your score 50', '1st of 1']) {
        expect(text?.toLowerCase()).toContain(part.toLowerCase());
      }
      expect(await card.count()).toBe(1);
      await choose(ada.person, 'Moderated');
      await ada.person.sees('You have not moderated yet');
    }),
  );

  it(
    ...step('shows a player the final scores and every question with its verdicts', async () => {
      await choose(ada.person, 'My games');
      await ada.person.button('Results').click();
      await result(ada.person).getByText('Question by question').waitFor();
      expect(inOneLine(await scores(ada.person))).toEqual(['Ada 50']);
      const verdicts = result(ada.person).getByRole('list', { name: 'Verdicts' });
      expect(inOneLine(await verdicts.nth(0).getByRole('listitem').allInnerTexts())).toEqual([
        'Ada was wrong −50',
        'Ada was right +100',
      ]);
      expect(await verdicts.nth(1).innerText()).toBe('Nobody got it');
      await result(ada.person).getByText('=Alpha, "live"').waitFor();
      await ada.person.page.reload();
      await result(ada.person).getByText('Question by question').waitFor();
    }),
  );

  it(
    ...step('shows the moderator what they moderated, and gives them scores and questions as files', async () => {
      await untilItShows(ruth.person, 'My games', 'You moderated');
      await untilItShows(ruth.person, 'Moderated', 'Finished');
      await ruth.person.button('Results').click();
      await result(ruth.person).getByText('Question by question').waitFor();
      expect(inOneLine(await scores(ruth.person))).toEqual(['Ada 50']);
      expect(await exported(ruth.person, 'Export scores (CSV)')).toEqual({
        name: `earworm-${code}-scores.csv`,
        rows: ['Place,Name,Points', '1,Ada,50'],
      });
      expect(await exported(ruth.person, 'Export questions (CSV)')).toEqual({
        name: `earworm-${code}-questions.csv`,
        rows: [
          'Question,Category,Points,Answer,Song,Name,Verdict,Gain',
          `1,Eighties,100,"'=Alpha, ""live""",Alpha Song,Ada,wrong,-50`,
          `1,Eighties,100,"'=Alpha, ""live""",Alpha Song,Ada,right,100`,
          '2,Eighties,200,Beta,,,Nobody got it,0',
        ],
      });
      await ruth.person.page.keyboard.press('Escape');
      await result(ruth.person).waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('is an empty one while it cannot be read, and results that cannot be read say so', async () => {
      const mendResult = await unreachable(ada.person.context, '/api/history/*');
      await ada.person.page.reload();
      await result(ada.person).getByText('These results cannot be read right now.').waitFor();
      await mendResult();
      await result(ada.person).getByRole('button', { name: 'Try again' }).click();
      await result(ada.person).getByText('Question by question').waitFor();
      const mend = await unreachable(ada.person.context, '/api/history?*');
      await ada.person.page.goto('/game-history');
      await ada.person.sees('No games yet');
      await mend();
      await untilItShows(ada.person, 'My games', 'Moderated by Ruth');
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );
});
