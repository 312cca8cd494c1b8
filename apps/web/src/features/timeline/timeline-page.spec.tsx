import { beforeEach, describe, expect, it } from '@jest/globals';
import { TimelineRow, UserId } from '@earworm/rules';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { SHOW, uuidOf } from '../../testing/shows.js';
import { choose, draw, fill, NOW, pass, press } from '../../testing/user-actions.js';
import { TimelinePage } from './timeline-page.js';

const AGAIN_MS = 5_000;
const TYPING_MS = 400;

let version = 0;
const row = (type: string, at: number, user: string | null, facts: object = {}): TimelineRow =>
  TimelineRow.parse({ version: ++version, type, at: NOW + at, user, ...facts });

const aGame = (): TimelineRow[] => [
  row('gameCreated', 0, 'mo', {
    ...{ moderatorId: 'mo', moderatorName: 'Mona' },
    board: [{ id: 'c1', name: 'Films', questions: [{ id: 'q1', points: 200 }] }],
  }),
  row('playerJoined', 1_000, 'ann', { playerId: 'ann', name: 'Ann' }),
  row('playerJoined', 1_500, 'bob', { playerId: 'bob', name: 'Bob' }),
  row('owned', 1_600, null),
  row('questionSelected', 5_000, 'mo', { questionId: 'q1', categoryId: 'c1' }),
  row('playerBuzzed', 8_421, 'ann', { questionId: 'q1', playerId: 'ann' }),
  row('playerBuzzed', 8_433, 'bob', { questionId: 'q1', playerId: 'bob' }),
  row('answerJudged', 11_000, 'mo', { questionId: 'q1', playerId: 'ann', correct: false, gain: -200 }),
  row('scoreChanged', 12_000, 'mo', { playerId: 'ann', gain: 50, reason: 'For the dance' }),
  row('playerNameSet', 13_000, 'mo', { playerId: 'bob', name: 'Robert' }),
  row('joiningLocked', 14_000, 'olga', { locked: true }),
  row('deskDisconnected', 15_000, null),
];

const teamsOfAGame = (): TimelineRow[] => [
  row('gameCreated', 0, 'mo', { moderatorId: 'mo', moderatorName: 'Mona' }),
  row('playerJoined', 1_000, 'ann', { playerId: 'ann', name: 'Ann' }),
  row('teamCreated', 2_000, 'mo', { team: 1, name: 'Foxes' }),
  row('teamCreated', 2_000, 'mo', { team: 2, name: 'Owls' }),
  row('teamCreated', 2_000, 'mo', { team: 3, name: 'Bears' }),
  row('teamRenamed', 3_000, 'mo', { team: 2, name: 'Night owls' }),
  row('teamJoined', 4_000, 'ann', { playerId: 'ann', team: 2 }),
  row('teamMoved', 5_000, 'mo', { playerId: 'ann', team: 3 }),
  row('teamMoved', 6_000, 'mo', { playerId: 'ann', team: null }),
  row('teamsDealt', 7_000, 'mo', { kept: false }),
  row('teamRemoved', 8_000, 'mo', { team: 3 }),
  row('teamsDealt', 9_000, 'mo', { kept: true }),
  row('captainSet', 9_200, 'mo', { playerId: 'ann', team: 2 }),
  row('teamNamed', 9_400, 'ann', { playerId: 'ann', team: 2, name: 'Wise owls' }),
  row('captainSet', 9_600, 'mo', { playerId: null, team: 2 }),
  row('teamsMerged', 10_000, 'mo', { team: 2, into: 1 }),
];

const roundOfTeams = (): TimelineRow[] => [
  row('gameCreated', 0, 'mo', { moderatorId: 'mo', moderatorName: 'Mona' }),
  row('playerJoined', 1_000, 'ann', { playerId: 'ann', name: 'Ann' }),
  row('teamCreated', 2_000, 'mo', { team: 1, name: 'Foxes' }),
  row('teamCreated', 2_000, 'mo', { team: 2, name: 'Owls' }),
  row('teamJoined', 3_000, 'ann', { playerId: 'ann', team: 2 }),
  row('questionSelected', 4_000, 'mo', { questionId: 'q1', categoryId: 'c1' }),
  row('playerBuzzed', 5_000, 'ann', { questionId: 'q1', playerId: 'ann' }),
  row('teamMoved', 6_000, 'mo', { playerId: 'ann', team: 1 }),
  row('teamRenamed', 7_000, 'mo', { team: 2, name: 'Night owls' }),
  row('answerJudged', 8_000, 'mo', { questionId: 'q1', playerId: 'ann', correct: false, gain: -200 }),
  row('verdictChanged', 9_000, 'mo', { questionId: 'q1', playerId: 'ann', correct: true, gain: 400, verdict: 10 }),
];

beforeEach(() => {
  version = 0;
  signInAs({ id: 'mo', name: 'Mona' });
});

const PATHS = {
  game: ['/games/g1/timeline', '/games/:gameId/timeline'],
  room: [
    `/events/${SHOW}/rooms/${uuidOf(1)}/games/g1/timeline`,
    '/events/:showId/rooms/:roomId/games/:gameId/timeline',
  ],
} as const;

async function open(where: keyof typeof PATHS = 'game', search = '', language: 'en' | 'de' = 'en') {
  const [at, path] = PATHS[where];
  await draw(<TimelinePage />, { at: `${at}${search}`, path, language });
  await pass();
}
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((each) =>
      within(each)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const sentences = () => rows().map(([, what]) => what);

describe('the timeline of a game', () => {
  it('tells in words what has happened, the latest first, with times to the millisecond and where it came from', async () => {
    gateway.answer('gameTimeline', { rows: aGame(), next: null, staff: [] });
    await open();
    expect(rows().map(([, what, who]) => `${what} | ${who}`)).toEqual([
      'The last desk lost its connection | server',
      'Joining locked | operator',
      'Bob was renamed to Robert | Mona (desk)',
      'Score of Ann changed: +50 – “For the dance” | Mona (desk)',
      'Ann was wrong: −200 | Mona (desk)',
      'Bob buzzed, 3.433 s after the question opened | Bob (phone)',
      'Ann buzzed, 3.421 s after the question opened | Ann (phone)',
      'Films for 200 opened | Mona (desk)',
      'Bob joined | Bob (phone)',
      'Ann joined | Ann (phone)',
      'Game created | Mona (desk)',
    ]);
    expect(rows()[5]![0]).toMatch(/:08[.,]433/);
  });

  it('tells of buzzes that were held, their order, and of those before the song', async () => {
    const order = [
      { playerId: 'bob', behindMs: 0 },
      { playerId: 'ann', behindMs: 38 },
    ];
    const held = [
      ...aGame().slice(0, 5),
      row('falseStarted', 5_500, 'ann', { questionId: 'q1', playerId: 'ann' }),
      row('buzzArrived', 8_421, 'ann', { questionId: 'q1', playerId: 'ann', creditMs: 21, errorMs: 4 }),
      row('buzzArrived', 8_440, 'bob', {
        ...{ questionId: 'q1', playerId: 'bob', creditMs: 78, errorMs: null, doubt: 'far-touches' },
      }),
      row('buzzesOrdered', 8_501, null, { questionId: 'q1', mode: 'corrected', seed: 77, order }),
      row('buzzesOrdered', 9_501, null, { questionId: 'q1', mode: 'level', seed: 77, order: [] }),
    ];
    gateway.answer('gameTimeline', { rows: held, next: null, staff: [] });
    await open('game', '?kind=play');
    expect(rows().map(([, what, who]) => `${what} | ${who}`)).toEqual([
      'Order of the buzzes, those that were level by lot 77: no one, all have left | server',
      'Order of the buzzes: Bob +0 ms, Ann +38 ms | server',
      'Bob buzzed 3.362 s after the question opened, and 78 ms earlier than it arrived. Buzz after buzz, the phone of Bob reports touches further in the past than its connection explains. A reason to look, not a proof. The order stays as it is. | Bob (phone)',
      'Ann buzzed 3.400 s after the question opened, and 21 ms earlier than it arrived | Ann (phone)',
      'Ann buzzed before the song | Ann (phone)',
      'Films for 200 opened | Mona (desk)',
    ]);
  });

  it('reads all pages, and later only what is new', async () => {
    const all = aGame();
    gateway.answer('gameTimeline', ({ query }) => {
      const after = Number(query?.after);
      const page = all.filter((each) => each.version > after).slice(0, 5);
      return { rows: page, next: page.length < 5 ? null : (page.at(-1)?.version ?? null), staff: [] };
    });
    await open();
    expect(rows()).toHaveLength(11);
    all.push(row('gameCompleted', 20_000, 'mo'));
    await pass(AGAIN_MS);
    expect(sentences()[0]).toBe('Game ended');
    expect(gateway.inputsOf('gameTimeline').map(({ query }) => query)).toEqual(
      [0, 5, 10, 12].map((after) => ({ after })),
    );
  });

  it('shows one kind, or what the search finds, and keeps that in the address', async () => {
    gateway.answer('gameTimeline', { rows: aGame(), next: null, staff: [] });
    await open();
    await choose('Show', 'Questions and buzzes');
    expect(sentences()).toHaveLength(4);
    await fill('Search', 'bob');
    await pass(TYPING_MS);
    expect(sentences()).toEqual(['Bob buzzed, 3.433 s after the question opened']);
    expect(location.search).toBe('?kind=play&search=bob');
    await fill('Search', 'nothing like it');
    await pass(TYPING_MS);
    screen.getByText('No entry matches');
  });

  it('names the team for which a buzz and its verdict count, also after its player was moved', async () => {
    gateway.answer('gameTimeline', { rows: roundOfTeams(), next: null, staff: [] });
    await open();
    expect(sentences().filter((each) => each?.includes('owls)') || each?.includes('Owls)'))).toEqual([
      expect.stringMatching(/Ann \(Night owls\)/),
      'Ann (Night owls) was wrong: −200',
      'Ann (Owls) buzzed, 1.000 s after the question opened',
    ]);
  });

  it('tells under the players which teams there were and who came into which', async () => {
    gateway.answer('gameTimeline', { rows: teamsOfAGame(), next: null, staff: [] });
    await open();
    await choose('Show', 'Players');
    expect(sentences()).toEqual([
      'Wise owls was merged into Foxes',
      'Wise owls has no captain any more',
      'Ann renamed Night owls to Wise owls',
      'Ann is captain of Night owls',
      'Players without a team dealt to the teams',
      'Team removed: Bears',
      'Teams dealt',
      'Ann was taken out of the team',
      'Ann was moved to Bears',
      'Ann joined Night owls',
      'Owls renamed to Night owls',
      'Team created: Bears',
      'Team created: Owls',
      'Team created: Foxes',
      'Ann joined',
    ]);
  });

  it('tells that a name was reported, not by whom', async () => {
    const reported = row('nameReported', 16_000, null, { playerId: 'bob' });
    const kept = row('nameKept', 17_000, 'olga', { playerId: 'bob' });
    gateway.answer('gameTimeline', { rows: [...aGame(), reported, kept], next: null, staff: [] });
    await open();
    await choose('Show', 'Players');
    expect(
      rows()
        .slice(0, 2)
        .map(([, what, who]) => `${what} | ${who}`),
    ).toEqual(['The reported name Robert was kept | operator', 'The name Robert was reported | phone']);
  });

  it('exports what it shows, the oldest first, in UTC', async () => {
    gateway.answer('gameTimeline', { rows: aGame(), next: null, staff: [] });
    await open('game', '?kind=play');
    expect(screen.queryByRole('button', { name: 'Evidence (JSON)' })).toBeNull();
    await press('Export (CSV)');
    await pass();
    const [file] = await savedFiles();
    expect(file?.text.split('\r\n').slice(0, 3)).toEqual([
      '\ufeff"No.","Time","From","Who","What","Category","Points","Score change"',
      '"5","2026-05-01T12:00:05.000Z","desk","Mona","Films for 200 opened","Films","200",""',
      '"6","2026-05-01T12:00:08.421Z","phone","Ann","Ann buzzed, 3.421 s after the question opened","Films","200",""',
    ]);
  });

  it('saves the evidence of a game that corrects the order of buzzes, from all its pages', async () => {
    const ordered = row('buzzesOrdered', 20_000, null, { questionId: 'q1' });
    gateway.answer('gameTimeline', { rows: [...aGame(), ordered], next: null, staff: [] });
    gateway.answer('gameEvidence', ({ query }) =>
      query?.after === 0
        ? { lines: ['{"version":1}'], next: 1, end: null, scores: [] }
        : { lines: ['{"version":2}'], next: null, end: 'e'.repeat(64), scores: [[1, 100]] },
    );
    await open();
    await press('Evidence (JSON)');
    await pass();
    const file = (await savedFiles()).at(-1);
    expect(JSON.parse(file?.text ?? '')).toMatchObject({
      ...{ format: 'earworm-evidence-1', gameId: 'g1', end: 'e'.repeat(64), scores: [[1, 100]] },
      lines: ['{"version":1}', '{"version":2}'],
    });
  });

  it('shows hundreds of entries when asked', async () => {
    const many = Array.from({ length: 450 }, (_, n) => row('joiningLocked', n, 'mo', { locked: n % 2 === 0 }));
    gateway.answer('gameTimeline', { rows: many, next: null, staff: [] });
    await open();
    expect(rows()).toHaveLength(200);
    await press('Show earlier ones (250)');
    expect(rows()).toHaveLength(400);
  });

  it('reads it for operators through the room', async () => {
    const staff = [{ userId: UserId.parse('olga'), name: 'Olga' }];
    const handed = row('crewSuspended', 16_000, 'olga', { userIds: ['mo'], by: 'bob', reason: 'Mona went home' });
    gateway.answer('roomTimeline', { rows: [...aGame(), handed], next: null, staff });
    await open('room');
    expect(rows()).toHaveLength(12);
    const byOperator = rows().filter(([, , who]) => who === 'Olga (operator)');
    expect(byOperator.map(([, what]) => what)).toEqual(['Robert took over – “Mona went home”', 'Joining locked']);
    expect(gateway.inputsOf('roomTimeline')[0]?.params).toEqual({ showId: SHOW, roomId: uuidOf(1), gameId: 'g1' });
  });

  it.each([
    ['teamCreated', { team: 1, name: 'Foxes' }],
    ['teamJoined', { playerId: 'ann', team: 1 }],
    ['seatMoved', { from: 'ann', to: 'dan', playerId: 'dan' }],
    ['playerRejoined', { playerId: 'ann' }],
    ['playerLeft', { playerId: 'ann' }],
    ['seatRequestEnded', { playerId: 'ann' }],
    ['buzzesOrdered', { questionId: 'q1', order: [] }],
  ] as const)('names the operator whose command caused %s', async (type, more) => {
    const staff = [{ userId: UserId.parse('olga'), name: 'Olga' }];
    const rowsOfGame = [...aGame(), row(type, 16_000, 'olga', more as never)];
    gateway.answer('roomTimeline', { rows: rowsOfGame, next: null, staff });
    await open('room');
    expect(rows().filter(([, , who]) => who === 'Olga (operator)')).toHaveLength(2);
  });

  it('names an operator who was in the crew before', async () => {
    const staff = [{ userId: UserId.parse('olga'), name: 'Olga' }];
    const added = row('crewAdded', 15_100, 'olga', { userId: 'olga', name: 'Olga' });
    const removed = row('crewRemoved', 15_200, 'olga', { userId: 'olga' });
    const created = row('teamCreated', 16_000, 'olga', { team: 1, name: 'Foxes' });
    gateway.answer('roomTimeline', { rows: [...aGame(), added, removed, created], next: null, staff });
    await open('room');
    expect(rows()[0]?.[2]).toBe('Olga (operator)');
  });

  it('tells what an operator who plays does as a player', async () => {
    const staff = [{ userId: UserId.parse('ann'), name: 'Ann of the staff' }];
    gateway.answer('roomTimeline', { rows: aGame(), next: null, staff });
    await open('room');
    const buzz = rows().find(([, what]) => what?.includes('buzzed') && what.includes('Ann'));
    expect(buzz?.[2]).toBe('Ann (phone)');
  });

  it('names operators to the crew, too', async () => {
    const staff = [{ userId: UserId.parse('olga'), name: 'Olga' }];
    gateway.answer('gameTimeline', { rows: aGame(), next: null, staff });
    await open();
    const byOperator = rows().filter(([, , who]) => who === 'Olga (operator)');
    expect(byOperator.map(([, what]) => what)).toEqual(['Joining locked']);
  });

  it('says why it cannot be read', async () => {
    gateway.refuse('gameTimeline', 'not-moderator');
    await open();
    within(await screen.findByRole('alert')).getByText('The timeline could not be loaded.');
  });

  it('speaks German', async () => {
    gateway.answer('gameTimeline', { rows: aGame(), next: null, staff: [] });
    await open('game', '', 'de');
    expect(sentences().slice(0, 5)).toEqual([
      'Das letzte Pult hat die Verbindung verloren',
      'Beitritt gesperrt',
      'Bob wurde in Robert umbenannt',
      'Punkte von Ann geändert: +50 – „For the dance“',
      'Ann lag falsch: −200',
    ]);
  });
});
