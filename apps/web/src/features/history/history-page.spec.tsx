import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GameResult, HistoryEntry } from '@earworm/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { click, dialog, draw, NOW, pass, press } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { HistoryPage } from './history-page.js';

const SECOND_TRY_MS = 1_000;
const STALE_AFTER_MS = 10_000;
const HOUR = 3_600_000;

beforeEach(() => signInAs({ id: 'ada', name: 'Ada' }));

const addressNow = () => `${location.pathname}${location.search}`;
const open = (at = '/game-history') => draw(<HistoryPage />, { at });
const cards = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => within(heading.closest('li')!));
const textOf = (card: ReturnType<typeof cards>[number]) => card.getByRole('heading').closest('li')!.textContent;

const anEntry = (more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  gameId: 'g1',
  gameCode: 'K7WQ4M',
  status: 'completed',
  moderatorId: 'ruth',
  moderatorName: 'Ruth',
  createdAt: NOW - 2 * HOUR,
  completedAt: NOW - HOUR,
  role: 'player',
  playerCount: 3,
  standings: [
    { playerId: 'leo', name: 'Leo', score: 1_200 },
    { playerId: 'ada', name: 'Ada', score: -50 },
  ],
  score: -50,
  rank: 2,
  ...more,
});
const RESULT: GameResult = {
  ...{ gameId: 'g1', gameCode: 'K7WQ4M', status: 'completed', moderatorName: 'Ruth' },
  ...{ createdAt: NOW - 2 * HOUR, completedAt: NOW - HOUR, playerCount: 1 },
  standings: [{ playerId: 'ada', name: 'Ada', score: 50 }],
  awards: {
    fastestBuzz: { winners: [{ playerId: 'ada', name: 'Ada' }], heardMs: 1_290 },
    longestStreak: { winners: ['Ada', 'Bo'].map((name) => ({ playerId: name, name })), count: 4 },
  },
  questions: [
    {
      ...{ questionId: 'q1', category: 'Eighties', points: 1_000, answer: '=Alpha, "live"', songName: 'Alpha Song' },
      verdicts: [
        { name: 'Ada', correct: false, gain: -50 },
        { name: 'Ada', correct: true, gain: 100 },
      ],
    },
    { questionId: 'q2', category: 'Eighties', points: 200, answer: 'Beta', songName: 'Beta', verdicts: [] },
  ],
};

describe('the game history', () => {
  it('shows that it is loading, then that there is none and what to do', async () => {
    const release = gateway.hold('history');
    gateway.answer('history', { games: [] });
    await open();
    screen.getByRole('status', { name: 'Loading your games' });
    release();
    await screen.findByText('No games yet');
    expect(screen.getByRole('link', { name: 'Join or create a game' }).getAttribute('href')).toBe('/');
    await click(screen.getByRole('tab', { name: 'Moderated' }));
    await screen.findByText('No moderated games yet');
    expect(screen.getByRole('link', { name: 'Create a game' }).getAttribute('href')).toBe('/?create');
    expect(gateway.inputsOf('history').map(({ query }) => query)).toEqual([{ list: 'own' }, { list: 'moderated' }]);
  });

  it('leads to the timeline of games that were moderated and are over', async () => {
    const games = [anEntry({ role: 'moderator' }), anEntry({ gameId: 'g2' })];
    gateway.answer('history', { games: [...games, anEntry({ gameId: 'g3', role: 'moderator', status: 'playing' })] });
    await open();
    const links = await screen.findAllByRole('link', { name: 'Timeline' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/games/g1/timeline']);
  });

  it('says after the second try that it cannot be read, and reads it again when asked', async () => {
    gateway.disconnect('history');
    await open();
    await pass(SECOND_TRY_MS);
    within(screen.getByRole('alert')).getByText('Your games cannot be loaded right now');
    expect(screen.queryByText('No games yet')).toBeNull();
    gateway.answer('history', { games: [anEntry()] });
    await press('Try again');
    await screen.findByText('Moderated by Ruth');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the list of games when it cannot be read again', async () => {
    gateway.answer('history', { games: [anEntry()] });
    await open();
    await screen.findByText('Moderated by Ruth');
    gateway.disconnect('history');
    await pass(STALE_AFTER_MS);
    await act(async () => void dispatchEvent(new Event('visibilitychange')));
    await pass(SECOND_TRY_MS);
    expect(gateway.inputsOf('history').length).toBeGreaterThan(1);
    screen.getByText('Moderated by Ruth');
  });

  it('shows a card for a played game with the user’s own score and place', async () => {
    gateway.answer('history', { games: [anEntry()] });
    await open();
    await screen.findByText('Moderated by Ruth');
    expect(textOf(cards()[0]!)).toBe(
      'Moderated by RuthEnded2 hours ago3 playersCode K7WQ4MYour score−502nd of 3Leo1,200Ada−50Results',
    );
    const own = cards()[0]!
      .getAllByRole('listitem')
      .map((each) => each.dataset['own'] ?? null);
    expect(own).toEqual([null, 'true']);
  });

  it('shows the five best players of a game, those of equal score on one place', async () => {
    const standings = Array.from({ length: 7 }, (_, i) => ({
      playerId: `p${i}`,
      name: `P${i}`,
      score: i === 0 ? 6 : 7 - i,
    }));
    gateway.answer('history', { games: [anEntry({ standings })] });
    await open();
    const best = await screen.findByRole('list', { name: 'Top players' });
    expect(
      within(best)
        .getAllByRole('listitem')
        .map((each) => [each.dataset['rank'], each.textContent]),
    ).toEqual([
      ['1', 'P06'],
      ['1', 'P16'],
      ['3', 'P25'],
      ['4', 'P34'],
      ['5', 'P43'],
    ]);
  });

  it.each([
    ['setup', 'moderator', 'In setup', '/setup/g1', false],
    ['setup', 'player', 'In setup', '/game/g1', false],
    ['playing', 'moderator', 'Playing now', '/game/g1', true],
    ['playing', 'player', 'Playing now', '/game/g1', true],
    ['completed', 'moderator', 'Ended', null, true],
  ] as const)(
    'leads from a game in %s, as its %s (%s), to %s; results: %s',
    async (status, role, label, to, results) => {
      const own = role === 'moderator' ? { role, score: null, rank: null, standings: [] } : { role };
      gateway.answer('history', { games: [anEntry({ status, ...own })] });
      await open();
      await screen.findByText(label);
      if (role === 'moderator') {
        screen.getByText('You moderated');
        screen.getByText('No players took part.');
        expect(screen.queryByText('Your score')).toBeNull();
      }
      expect(screen.queryByRole('link', { name: 'Open' })?.getAttribute('href') ?? null).toBe(to);
      expect(screen.queryByRole('button', { name: 'Results' }) !== null).toBe(results);
    },
  );
});

describe('the results dialog of a game', () => {
  const openResults = async (result = RESULT) => {
    gateway.answer('history', { games: [anEntry()] });
    gateway.answer('gameResult', result);
    await open();
    await press('Results');
    return dialog('Results');
  };

  it('says who judged, where several members of the crew could', async () => {
    const [question] = RESULT.questions;
    const verdicts = question!.verdicts.map((verdict) => ({ ...verdict, by: 'Cem' }));
    const window = await openResults({ ...RESULT, questions: [{ ...question!, verdicts }] });
    expect(await window.findAllByText('(judged by Cem)')).toHaveLength(2);
  });

  it('shows the final scores and every question with its verdicts, and has an address of its own', async () => {
    const window = await openResults();
    await window.findByText('Questions');
    expect(addressNow()).toBe('/game-history?game=g1');
    expect(gateway.inputsOf('gameResult')[0]?.params).toEqual({ gameId: 'g1' });
    const [scores, , , first, second] = window.getAllByRole('list');
    expect(scores!.textContent).toBe('Ada50');
    expect(
      [first, second].map((list) =>
        within(list!)
          .getAllByRole('listitem')
          .map((each) => each.textContent),
      ),
    ).toEqual([['Ada was wrong −50', 'Ada was right +100'], ['Nobody got it']]);
    screen.getByText('Fastest buzz: Ada (1.2 s)');
    screen.getByText('Longest streak: Ada and Bo (4 in a row)');
    window.getByText('Eighties for 1,000');
    expect(window.getByText('=Alpha, "live"').textContent).toBe('=Alpha, "live"Alpha Song');
    expect(window.getByText('Beta').textContent).toBe('Beta');
  });

  it('shows the teams with their members and scores, and exports them', async () => {
    const players = [
      { playerId: 'ada', name: 'Ada', score: 50, team: 1 },
      { playerId: 'bo', name: 'Bo', score: 0, team: 1 },
      { playerId: 'cem', name: 'Cem', score: -50, team: 2 },
    ];
    const teams = [
      { number: 1, name: 'Foxes', score: 1_050 },
      { number: 2, name: 'Owls', score: -50 },
      { number: 3, name: 'Cubs', score: -50 },
    ];
    const window = await openResults({ ...RESULT, standings: players, teams });
    const list = await window.findByRole('list', { name: 'Teams' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => [row.dataset.rank, row.textContent])).toEqual([
      ['1', 'FoxesAda, Bo1,050'],
      ['2', 'OwlsCem−50'],
      ['2', 'CubsNo members−50'],
    ]);
    window.getByRole('heading', { name: 'Players' });
    await press('Export teams (CSV)', window);
    expect((await savedFiles()).map(({ name }) => name)).toEqual(['earworm-K7WQ4M-teams.csv']);
  });

  it('shows no teams in a game without', async () => {
    const window = await openResults();
    await window.findByText('Final scores');
    expect(window.queryByRole('list', { name: 'Teams' })).toBeNull();
    expect(window.queryByRole('button', { name: 'Export teams (CSV)' })).toBeNull();
  });

  it('opens by its address, and closes back to the list', async () => {
    gateway.answer('history', { games: [] });
    gateway.answer('gameResult', RESULT);
    await open('/game-history?game=g1');
    await press('Close', await dialog('Results'));
    expect(addressNow()).toBe('/game-history');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('exports scores and questions as files, without anything that a spreadsheet would run', async () => {
    const window = await openResults();
    await press('Export scores (CSV)', window);
    await press('Export questions (CSV)', window);
    const files = await savedFiles();
    expect(files.map(({ name, text }) => [name, text.slice(0, 1), text.slice(1).trimEnd().split('\r\n')])).toEqual([
      [
        'earworm-K7WQ4M-scores.csv',
        '\ufeff',
        ['"Place","Name","Points","From questions","Changed by hand"', '"1","Ada","50","50","0"'],
      ],
      [
        'earworm-K7WQ4M-questions.csv',
        '\ufeff',
        [
          '"Question","Category","Points","Answer","Song","Name","Verdict","Score change","Reason"',
          `"1","Eighties","1000","'=Alpha, ""live""","Alpha Song","Ada","wrong","-50",""`,
          `"1","Eighties","1000","'=Alpha, ""live""","Alpha Song","Ada","right","100",""`,
          '"2","Eighties","200","Beta","Beta","","Nobody got it","0",""',
        ],
      ],
    ]);
  });

  it('reports a game without players and without finished questions', async () => {
    gateway.answer('history', { games: [] });
    gateway.answer('gameResult', { ...RESULT, standings: [], questions: [] });
    await open('/game-history?game=g1');
    const window = await dialog('Results');
    await window.findByText('No players took part.');
    window.getByText('No questions were played.');
  });

  it.each(['unavailable', 'not-found'] as const)(
    'says that the results cannot be read (%s), and reads them again when asked',
    async (code) => {
      gateway.answer('history', { games: [] });
      gateway.refuse('gameResult', code);
      await open('/game-history?game=g1');
      const window = await dialog('Results');
      window.getByRole('status', { name: 'Loading results' });
      await pass(SECOND_TRY_MS);
      expect((await window.findByRole('alert')).textContent).toContain('The results cannot be loaded right now.');
      gateway.answer('gameResult', RESULT);
      await press('Try again', window);
      await window.findByText('Questions');
    },
  );
});
