import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { unzipSync } from 'fflate';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedBytes, savedFiles, textOf } from '../../testing/saved-files.js';
import { aResult, aRoom, aShow, facts, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, openMenu, pass, press } from '../../testing/user-actions.js';
import { EventPage } from './event-page.js';

const standings = (...scores: readonly (readonly [string, number])[]) =>
  scores.map(([name, score]) => ({ playerId: `user-of-${name}`, name, score }));
const QUESTION = { questionId: 'q1', category: 'Eighties', points: 100, answer: 'Take On Me', songName: 'a-ha' };

const PLAYED = aResult(1, {
  playerCount: 2,
  standings: standings(['=Ada()', 100], ['Bo', -50]),
  questions: [
    {
      ...QUESTION,
      verdicts: [
        { name: 'Bo', correct: false, gain: -50 },
        { name: '=Ada()', correct: true, gain: 100, by: 'Cem' },
      ],
    },
  ],
});
const AGAIN = aResult(1, { playerCount: 1, standings: standings(['Bo', 0]), unplayed: 3 }, 2);
const NOBODY = aResult(2, { status: 'setup', completedAt: null, unplayed: 30 });
const NO_GAME = aResult(3, null);

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

async function open(show: Parameters<typeof aShow>[0] = {}, language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow({ counts: { ready: 2, planned: 1 }, ...show }));
  gateway.answer('listRooms', { rooms: [aRoom(1), aRoom(2), aRoom(3)], next: null });
  await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language });
  await pass();
}

async function saveResults() {
  await click((await openMenu('More')).item('Save results'));
  const opened = await dialog('Results');
  await press('Save results', opened);
  return opened;
}

/** Lines of a table without byte order mark and quotes. */
const linesOf = (bytes: Uint8Array | undefined) =>
  textOf(bytes ?? new Uint8Array())
    .replace('\ufeff', '')
    .replaceAll('"', '')
    .trim()
    .split('\r\n');

describe('results of an event', () => {
  it('fill one file of tables and JSON, with empty rooms and games that ended early', async () => {
    await open({ facts: facts({ name: 'Company night: Lyon' }) });
    const place = `1.${uuidOf(1)}.1`;
    gateway.answer('listResults', ({ query }) =>
      query?.after === place ? { games: [AGAIN, NOBODY, NO_GAME], next: null } : { games: [PLAYED], next: place },
    );
    await saveResults();
    await screen.findByText('The results are saved.');
    const [file] = await savedFiles();
    expect(file?.name).toBe('Company-night-Lyon-results.zip');
    const files = unzipSync(await savedBytes());
    expect(Object.keys(files)).toEqual(['rooms.csv', 'results.csv', 'verdicts.csv', 'results.json']);
    expect(linesOf(files['rooms.csv'])).toEqual([
      'Room,Name of the room,Group,Id,Planned start,Games,Players,Outcome',
      '1,Room 1,,LYO-1,2026-05-08T14:00:00+02:00,2,2,ended early',
      '2,Room 2,,LYO-2,2026-05-08T14:00:00+02:00,1,0,nobody came',
      '3,Room 3,,LYO-3,2026-05-08T14:00:00+02:00,0,0,no game prepared',
    ]);
    expect(linesOf(files['results.csv'])).toEqual([
      'Room,Name of the room,Group,Game,Code,Outcome,Place,Name,Points,From questions,Changed by hand',
      "1,Room 1,,1,K7WQ4M,played to the end,1,'=Ada(),100,100,0",
      '1,Room 1,,1,K7WQ4M,played to the end,2,Bo,-50,-50,0',
      '1,Room 1,,2,K7WQ4M,ended early,1,Bo,0,0,0',
      '2,Room 2,,1,K7WQ4M,nobody came',
      '3,Room 3,,0,,no game prepared',
    ]);
    expect(linesOf(files['verdicts.csv']).slice(1, 4)).toEqual([
      '1,Room 1,,1,K7WQ4M,played to the end,1,Eighties,100,Take On Me,a-ha,Bo,wrong,-50,,',
      "1,Room 1,,1,K7WQ4M,played to the end,1,Eighties,100,Take On Me,a-ha,'=Ada(),right,100,,Cem",
      '1,Room 1,,2,K7WQ4M,ended early',
    ]);
    const json = textOf(files['results.json'] ?? new Uint8Array());
    expect(JSON.parse(json)).toMatchObject({
      event: { name: 'Company night: Lyon', place: 'Lyon' },
      rooms: [
        {
          ownId: 'LYO-1',
          outcome: 'early',
          games: [
            { outcome: 'complete', standings: [{ place: 1, name: '=Ada()', score: 100 }, { place: 2 }] },
            { outcome: 'early', unplayed: 3 },
          ],
        },
        { outcome: 'nobody', games: [{ outcome: 'nobody' }] },
        { outcome: 'none', games: [] },
      ],
    });
    expect(json).not.toContain('user-of-');
  });

  it('fill a table of teams, if one of the games had teams', async () => {
    await open();
    const teams = [
      { number: 3, name: 'Owls', score: 20 },
      { number: 1, name: 'Foxes', score: 0 },
    ];
    const players = standings(['Ada', 100], ['Bo', -80], ['Cem', 0]).map((each, at) => ({
      ...each,
      team: [3, 3, 1][at],
    }));
    const games = [PLAYED, aResult(2, { playerCount: 3, standings: players as never, teams })];
    gateway.answer('listResults', { games, next: null });
    await saveResults();
    await screen.findByText('The results are saved.');
    const files = unzipSync(await savedBytes());
    expect(Object.keys(files).sort()).toEqual([
      ...['results.csv', 'results.json', 'rooms.csv', 'teams.csv', 'verdicts.csv'],
    ]);
    expect(linesOf(files['teams.csv'])).toEqual([
      'Room,Name of the room,Group,Game,Code,Outcome,Place,Team,Points,Members',
      '2,Room 2,,1,K7WQ4M,played to the end,1,Owls,20,Ada, Bo',
      '2,Room 2,,1,K7WQ4M,played to the end,2,Foxes,0,Cem',
    ]);
    const { rooms } = JSON.parse(textOf(files['results.json'] ?? new Uint8Array())) as {
      rooms: { games: { teams?: unknown }[] }[];
    };
    expect(rooms.map((room) => room.games[0]?.teams)).toEqual([
      undefined,
      [
        { name: 'Owls', score: 20, place: 1, members: ['Ada', 'Bo'] },
        { name: 'Foxes', score: 0, place: 2, members: ['Cem'] },
      ],
    ]);
  });

  it('wait for the limit of requests, and go on where they were', async () => {
    await open();
    gateway.respond('listResults', () => Response.json({ code: 'limit-requests', params: { n: 7 } }, { status: 429 }));
    const opened = await saveResults();
    await opened.findByText(/Waiting for the limit of requests/);
    gateway.answer('listResults', { games: [NOBODY], next: null });
    await pass(7_000);
    await screen.findByText('The results are saved.');
    expect((await savedFiles()).length).toBe(1);
  });

  it('save no file after a refusal, and say why', async () => {
    await open();
    gateway.refuse('listResults', 'unavailable');
    const opened = await saveResults();
    await opened.findByRole('alert');
    expect(await savedFiles()).toEqual([]);
    opened.getByRole('button', { name: 'Save results' });
  });

  it('reach viewers, too', async () => {
    await open({ role: 'viewer' });
    gateway.answer('listResults', { games: [NOBODY], next: null });
    await saveResults();
    await screen.findByText('The results are saved.');
    expect((await savedFiles()).length).toBe(1);
  });
});
