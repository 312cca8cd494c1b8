import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Member } from './support/members.js';
import type { Person } from './support/person.js';
import type { Board } from './support/prepared-game.js';
import { type Scene, test } from './support/test.js';

const BYTE_ORDER_MARK = '\ufeff';
const BOARD: Board = {
  Eighties: [
    { answer: '=Alpha, "live"', song: 'Alpha Song' },
    { answer: 'Beta', link: 'https://youtu.be/bbbbbbbbbb2' },
  ],
};

type List = 'My games' | 'Moderated';
type Status = 'setup' | 'playing' | 'completed';

const cards = ({ page }: Person) => page.getByRole('tabpanel').locator('ul > li');
const result = ({ page }: Person) => page.getByRole('dialog', { name: 'Results' });
const scores = (person: Person) => result(person).getByRole('list').first().getByRole('listitem').allInnerTexts();
const inOneLine = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim());
const choose = ({ page }: Person, list: List) => page.getByRole('tab', { name: list }).click();

/** Waits until the history, which is read from the log a moment later, has a game in this status. */
const untilListed = (member: Member, gameId: string, status: Status) =>
  eventually(async () => {
    const { games } = await member.http.call('history', {});
    expect(games).toContainEqual(expect.objectContaining({ gameId, status }));
  });

/** A game that Ada has played alone: one question wrong, then right, one unanswered. */
async function playedGame({ game }: Scene) {
  const played = await game({ players: ['Ada'], board: BOARD });
  await played.pick('Eighties for 100');
  await played.buzz('Ada');
  await played.judge(false);
  await played.buzz('Ada');
  await played.judge(true);
  await played.pick('Eighties for 200');
  await played.markUnanswered();
  await played.end();
  return played;
}

/** Name and rows of the file that a button downloads. */
async function exported(person: Person, button: string): Promise<{ name: string; rows: string[] }> {
  const [download] = await Promise.all([person.page.waitForEvent('download'), person.button(button).click()]);
  const path = join(await mkdtemp(join(tmpdir(), 'earworm-export-')), 'export.csv');
  await download.saveAs(path);
  const text = await readFile(path, 'utf8');
  await rm(dirname(path), { recursive: true });
  expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
  return { name: download.suggestedFilename(), rows: text.slice(1).trimEnd().split('\r\n') };
}

describe('the history of games', () => {
  test('leads the moderator back to a game that is still in setup', async ({ game, arrive }) => {
    const { gameId, moderator } = await game({ started: false });
    await untilListed(moderator.member, gameId, 'setup');
    const ruth = await arrive('Ruth', { signedInAs: moderator.member });
    await ruth.page.goto('/game-history');
    await choose(ruth, 'Moderated');
    await cards(ruth).getByText('In setup').waitFor();
    await cards(ruth).getByRole('link', { name: 'Open' }).click();
    await ruth.sees('Set up your game');
    expect(new URL(ruth.page.url()).pathname).toBe(`/setup/${gameId}`);
  });

  test('shows a player the place and points of a finished game', async (scene) => {
    const played = await playedGame(scene);
    const { member } = played.seat('Ada');
    await untilListed(member, played.gameId, 'completed');
    const ada = await scene.arrive('Ada', { signedInAs: member });
    await ada.page.goto('/game-history');
    const card = cards(ada);
    await card.getByText('Ended').waitFor();
    const text = inOneLine([await card.innerText()])[0];
    for (const part of ['Moderated by Ruth', '1 player', `Code ${played.code}`, 'Your score 50', '1st of 1']) {
      expect(text?.toLowerCase()).toContain(part.toLowerCase());
    }
    expect(await card.count()).toBe(1);
    await choose(ada, 'Moderated');
    await ada.sees('No moderated games yet');
  });

  test('shows the moderator a finished game and exports its scores and questions as CSV', async (scene) => {
    const played = await playedGame(scene);
    const { member } = played.moderator;
    await untilListed(member, played.gameId, 'completed');
    const ruth = await scene.arrive('Ruth', { signedInAs: member });
    await ruth.page.goto('/game-history');
    await cards(ruth).getByText('You moderated').waitFor();
    await choose(ruth, 'Moderated');
    await cards(ruth).getByText('Ended').waitFor();
    await ruth.button('Results').click();
    await result(ruth).getByRole('heading', { name: 'Questions' }).waitFor();
    expect(inOneLine(await scores(ruth))).toEqual(['Ada 50']);
    expect(await exported(ruth, 'Export scores (CSV)')).toEqual({
      name: `earworm-${played.code}-scores.csv`,
      rows: ['"Place","Name","Points","From questions","Changed by hand"', '"1","Ada","50","50","0"'],
    });
    expect(await exported(ruth, 'Export questions (CSV)')).toEqual({
      name: `earworm-${played.code}-questions.csv`,
      rows: [
        '"Question","Category","Points","Answer","Song","Name","Verdict","Score change","Reason"',
        `"1","Eighties","100","'=Alpha, ""live""","Alpha Song","Ada","wrong","-50",""`,
        `"1","Eighties","100","'=Alpha, ""live""","Alpha Song","Ada","right","100",""`,
        '"2","Eighties","200","Beta","","","Nobody got it","0",""',
      ],
    });
    await ruth.page.keyboard.press('Escape');
    await result(ruth).waitFor({ state: 'detached' });
  });
});
