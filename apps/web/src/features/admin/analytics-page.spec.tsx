import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RouteReply } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { gateway } from '../../testing/fake-gateway.js';
import { isoIn, startOfDay } from '../../shared/ui/iso-time.js';
import { click, dialog, draw, fill, NOW, pass, press, valueOf } from '../../testing/user-actions.js';
import { savedFiles } from '../../testing/saved-files.js';
import { AnalyticsPage } from './analytics/analytics-page.js';
import { MINUTE, DAY, SECOND_TRY_MS, addressNow, rowsOf, quoted, NO_FIGURES } from './testing/admin-page.js';

/** What is typed is applied so long after the last key. */
const TYPED_MS = 300;
const HOUR = 60 * MINUTE;

beforeEach(() => gateway.answer('exportAnalytics', {}));

const day = (date: string, more: Partial<RouteReply<'analytics'>['days'][number]> = {}) => ({
  ...NO_FIGURES.days[0]!,
  day: date,
  ...more,
});
const CRASH = {
  fingerprint: 'f1',
  name: 'TypeError',
  message: 'x is undefined',
  source: 'boundary' as const,
  count: 1_234,
  users: 3,
  firstAt: NOW - DAY,
  lastAt: NOW - MINUTE,
};
const FIGURES: RouteReply<'analytics'> = {
  ...NO_FIGURES,
  days: [
    day('2026-04-30', { guestSessions: 2, views: 9, gamesStarted: 1, joins: 4, presses: 6, right: 2, wrong: 1 }),
    day('2026-05-01', { registeredSessions: 1, gamesStarted: 2, joins: 3, presses: 5, nobody: 1, errors: 1_234 }),
  ],
  users: [
    { userType: 'guest', users: 2, sessions: 2, seconds: 60 },
    { userType: 'registered', users: 1, sessions: 1, seconds: 120 },
  ],
  sessionLengths: [
    { upTo: 30, count: 2 },
    { upTo: 60, count: 0 },
    { upTo: null, count: 1 },
  ],
  playersPerGame: [
    { upTo: 1, count: 0 },
    { upTo: 2, count: 3 },
    { upTo: 4, count: 1 },
    { upTo: null, count: 0 },
  ],
  timeToPress: { first: [{ upTo: 2_000, count: 7 }], every: [{ upTo: 90_000, count: 8 }] },
  missed: [{ key: 'k', answer: '=SUM(A1)', song: 'Alpha', asked: 3, right: 0, wrong: 2, nobody: 1 }],
  paths: [{ path: '/setup/:id', views: 9 }],
  errors: [CRASH],
  countedUntil: NOW,
  feedback: { bug: 1, feature: 0, general: 2 },
  templateUse: {
    days: [{ day: '2026-05-01', games: 2 }],
    templates: [
      { title: 'Starter quiz', games: 2 },
      { title: null, games: 1 },
    ],
  },
};

describe('the analytics page', () => {
  const renderAnalytics = async (figures: RouteReply<'analytics'> = FIGURES, at = '/analytics') => {
    gateway.answer('analytics', figures);
    await draw(<AnalyticsPage />, { at });
    await screen.findByTestId('total-gamesPlayed');
  };
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dayIn = (date: string) => isoIn(startOfDay(date, zone), zone);
  const total = (name: string) => within(screen.getByTestId(`total-${name}`)).getByRole('definition').textContent;
  const panel = (name: string) => within(screen.getByRole('region', { name }));
  const tableOf = (name: string) => rowsOf(screen.getByRole('region', { name: `${name}, table` }));
  const lastRange = () => {
    const { from, to } = gateway.inputsOf('analytics').at(-1)!.query;
    return [from, to];
  };

  it('adds up people, sessions, games, players, buzzes and errors of the days', async () => {
    await renderAnalytics();
    const names = ['people', 'visits', 'visitLength', 'gamesPlayed', 'seats', 'buzzed', 'broken'];
    expect(names.map(total)).toEqual(['3', '3', '1 min', '3', '7', '11', '1,234']);
  });

  it('lists each figure in a table, the newest day first', async () => {
    await renderAnalytics();
    expect(tableOf('Sessions by day')).toEqual([
      ['2026-05-01', '0', '0', '1'],
      ['2026-04-30', '9', '2', '0'],
    ]);
    expect(tableOf('Games by day').map(([date, joins]) => [date, joins])).toEqual([
      ['2026-05-01', '3'],
      ['2026-04-30', '4'],
    ]);
    expect(tableOf('Users by type')).toEqual([
      ['Guests', '2', '2', '30 s'],
      ['Registered', '1', '1', '2 min'],
    ]);
    expect(tableOf('Session length')).toEqual([
      ['up to 30 s', '2'],
      ['up to 1 min', '0'],
      ['more than 1 min', '1'],
    ]);
    expect(tableOf('Players per game')).toEqual([
      ['2', '3'],
      ['3 to 4', '1'],
    ]);
    expect(tableOf('Page views')).toEqual([['/setup/:id', '9']]);
    expect(tableOf('Hardest questions')).toEqual([['=SUM(A1)', 'Alpha', '3', '0', '2', '1']]);
    expect(tableOf('Feedback by type')).toEqual([
      ['Bugs', '1'],
      ['Feature requests', '0'],
      ['General', '2'],
    ]);
  });

  it('counts template use by template and by day; private templates count together', async () => {
    await renderAnalytics();
    expect(tableOf('Template use')).toEqual([
      ['Starter quiz', '2'],
      ['Private or deleted templates', '1'],
    ]);
    expect(tableOf('Template use by day')).toEqual([['2026-05-01', '2']]);
  });

  it('lists only days with data, says so, and saves all of them', async () => {
    await renderAnalytics({ ...FIGURES, days: [...FIGURES.days, day('2026-05-02')] });
    expect(tableOf('Games by day').map(([date]) => date)).toEqual(['2026-05-01', '2026-04-30']);
    expect(panel('Games by day').getByText(/leaves out days without data/)).toBeTruthy();
    await press('Export CSV: Games by day');
    expect((await savedFiles())[0]!.text).toContain(`${dayIn('2026-05-02')}`);
  });

  it('shows the time to the first buzz, and to every buzz when that is chosen', async () => {
    await renderAnalytics();
    expect(tableOf('Time to buzz')).toEqual([['up to 2 s', '7']]);
    await click(panel('Time to buzz').getByRole('radio', { name: 'All buzzes' }));
    expect(addressNow()).toBe('/analytics?presses=every');
    expect(tableOf('Time to buzz')).toEqual([['up to 1.5 min', '8']]);
  });

  it('saves no figures where that cannot be recorded', async () => {
    await renderAnalytics();
    gateway.refuse('exportAnalytics', 'audit-unavailable');
    await press('Export CSV: Hardest questions');
    await screen.findByText('The audit log is not available, so this was not done. Please try again later.');
    expect(await savedFiles()).toEqual([]);
    expect(gateway.inputsOf('exportAnalytics')).toMatchObject([{ body: { table: 'Hardest questions' } }]);
  });

  it('saves a panel as CSV without anything that a spreadsheet would run', async () => {
    await renderAnalytics();
    await press('Export CSV: Hardest questions');
    await press('Export CSV: Games by day');
    expect(await savedFiles()).toEqual([
      {
        name: 'earworm-hardest-questions.csv',
        text: `\ufeff${quoted('Answer,Song,Played,Right,Wrong,Nobody got it')}\r\n${quoted("'=SUM(A1),Alpha,3,0,2,1")}\r\n`,
      },
      {
        name: 'earworm-games-by-day.csv',
        text: `\ufeff${[
          'Day,Players joined,Created,Started,Completed',
          `${dayIn('2026-05-01')},3,0,2,0`,
          `${dayIn('2026-04-30')},4,0,1,0`,
          '',
        ]
          .map((line) => (line === '' ? '' : quoted(line)))
          .join('\r\n')}`,
      },
    ]);
  });

  it('saves when an error was last seen in ISO 8601 with the zone', async () => {
    await renderAnalytics();
    await press('Export CSV: Errors');
    const [file] = await savedFiles();
    expect(file?.text.trimEnd().endsWith(`"${isoIn(CRASH.lastAt, zone)}"`)).toBe(true);
  });

  it('asks for the last 30 days first, and for those that are chosen', async () => {
    await renderAnalytics();
    expect(lastRange()).toEqual(['2026-04-02', '2026-05-01']);
    for (const [label, from] of [
      ['Today', '2026-05-01'],
      ['7 days', '2026-04-25'],
      ['90 days', '2026-02-01'],
    ] as const) {
      await click(screen.getByRole('radio', { name: label }));
      expect(lastRange()).toEqual([from, '2026-05-01']);
    }
  });

  it('asks for other days only once they are a range of at most a year', async () => {
    await renderAnalytics();
    await click(screen.getByRole('radio', { name: 'Custom' }));
    expect(lastRange()).toEqual(['2026-04-02', '2026-05-01']);
    const before = gateway.inputsOf('analytics').length;
    await fill('From', '2026-05-02');
    screen.getByText('Choose a start and end day no more than a year apart.');
    await fill('From', '2025-04-30');
    screen.getByText('Choose a start and end day no more than a year apart.');
    expect(gateway.inputsOf('analytics')).toHaveLength(before);
    await fill('From', '2025-05-01');
    expect(lastRange()).toEqual(['2025-05-01', '2026-05-01']);
    expect(screen.queryByText('Choose a start and end day no more than a year apart.')).toBeNull();
  });

  it('shows the last hours, each with its figures, when these are chosen', async () => {
    await renderAnalytics();
    const hours = [NOW - HOUR, NOW].map((at, i) => {
      const { day: _, ...figures } = day('', { joins: i, gamesStarted: 1 });
      return { ...figures, at };
    });
    gateway.answer('analytics', {
      ...{ ...FIGURES, days: [], hours },
      templateUse: { days: [], hours: [{ at: NOW, games: 2 }], templates: [] },
    });
    await click(screen.getByRole('radio', { name: 'Hour' }));
    await pass();
    expect(addressNow()).toBe('/analytics?last=24h');
    const [from, to] = [NOW - 23 * HOUR, NOW].map((at) => isoIn(at, zone));
    expect(gateway.inputsOf('analytics').at(-1)!.query).toEqual({
      ...{ from: from!.slice(0, 10), fromHour: Number(from!.slice(11, 13)), timeZone: zone },
      ...{ to: to!.slice(0, 10), toHour: Number(to!.slice(11, 13)) },
    });
    const rowOf = (at: number, ...cells: string[]) => [isoIn(at, zone).slice(0, 16).replace('T', ' '), ...cells];
    expect(tableOf('Games by hour')).toEqual([rowOf(NOW, '1', '0', '1', '0'), rowOf(NOW - HOUR, '0', '0', '1', '0')]);
    expect(tableOf('Template use by hour')).toEqual([rowOf(NOW, '2')]);
    await click(screen.getByRole('radio', { name: '6 hours' }));
    expect(addressNow()).toBe('/analytics?last=6h');
    await press('Export CSV: Games by hour');
    expect((await savedFiles())[0]?.text).toContain(`"${isoIn(NOW, zone)}","1"`);
  });

  it('asks for other hours only once they are a range of less than two weeks', async () => {
    await renderAnalytics(FIGURES, '/analytics?from=2026-05-01T18%3A00&to=2026-05-01T23%3A00');
    expect(gateway.inputsOf('analytics')[0]!.query).toMatchObject({ from: '2026-05-01', fromHour: 18, toHour: 23 });
    await fill('From', '2026-04-01T18:00');
    screen.getByText('Choose a start and end hour less than 14 days apart.');
    expect(gateway.inputsOf('analytics')).toHaveLength(1);
    await fill('From', '2026-05-01T20:30');
    expect(valueOf('From')).toBe('2026-05-01T20:00');
    expect(addressNow()).toBe('/analytics?from=2026-05-01T20%3A00&to=2026-05-01T23%3A00');
  });

  it('shows one game, or one moderator’s games, without what belongs to no game', async () => {
    await renderAnalytics();
    await fill('Game code', 'abc');
    await pass(TYPED_MS);
    expect(addressNow()).toBe('/analytics');
    await fill('Game code', 'abcdef');
    await pass(TYPED_MS);
    await fill('Moderator', 'Ruth ');
    await pass(TYPED_MS);
    expect(addressNow()).toBe('/analytics?game=ABCDEF&moderator=Ruth');
    expect(valueOf('Moderator')).toBe('Ruth ');
    expect(gateway.inputsOf('analytics').at(-1)!.query).toMatchObject({ gameCode: 'ABCDEF', moderator: 'Ruth' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(titles).toEqual([
      ...['Games by day', 'Buzzes and verdicts by day', 'Players per game', 'Time to buzz', 'Hardest questions'],
      ...['Template use by day', 'Template use'],
    ]);
    expect(screen.queryByTestId('total-people')).toBeNull();
    screen.getByText(/^With this filter you only see game data/);
    await fill('Game code', 'abcde');
    await pass(TYPED_MS);
    expect([valueOf('Game code'), addressNow()]).toEqual(['abcde', '/analytics?moderator=Ruth']);
    await fill('Game code', '');
    await pass(TYPED_MS);
    await fill('Moderator', '');
    await pass(TYPED_MS);
    expect(addressNow()).toBe('/analytics');
    screen.getByTestId('total-people');
  });

  it('shows the filters and the range of an address that is opened from here', async () => {
    gateway.answer('analytics', FIGURES);
    await draw(
      <>
        <Link to="/analytics?from=2026-04-01&to=2026-04-07&moderator=Ada">elsewhere</Link>
        <AnalyticsPage />
      </>,
      { at: '/analytics?from=2026-04-25&to=2026-05-01&moderator=Ruth' },
    );
    await fill('Game code', 'abcdef');
    await pass(TYPED_MS);
    await fill('From', '2026-05-09');
    await click(screen.getByRole('link', { name: 'elsewhere' }));
    await pass();
    expect([valueOf('Game code'), valueOf('Moderator'), valueOf('From')]).toEqual(['', 'Ada', '2026-04-01']);
  });

  it('opens as its address says', async () => {
    await renderAnalytics(FIGURES, '/analytics?last=7d&game=ABCDEF&moderator=Ruth&presses=every');
    expect(gateway.inputsOf('analytics')[0]!.query).toMatchObject({
      ...{ from: '2026-04-25', to: '2026-05-01', gameCode: 'ABCDEF', moderator: 'Ruth' },
    });
    expect([valueOf('Game code'), valueOf('Moderator')]).toEqual(['ABCDEF', 'Ruth']);
    expect(tableOf('Time to buzz')).toEqual([['up to 1.5 min', '8']]);
  });

  it('reads the figures again every minute, also of a range that moves on', async () => {
    await renderAnalytics(FIGURES, '/analytics?last=1h');
    expect(gateway.inputsOf('analytics')).toHaveLength(1);
    gateway.answer('analytics', { ...FIGURES, users: [{ userType: 'guest', users: 7, sessions: 7, seconds: 7 }] });
    await pass(MINUTE);
    expect(gateway.inputsOf('analytics')).toHaveLength(2);
    expect(total('people')).toBe('7');
    jest.setSystemTime(NOW + HOUR);
    await pass(MINUTE);
    expect(gateway.inputsOf('analytics')).toHaveLength(3);
    expect(gateway.inputsOf('analytics').at(-1)!.query.toHour).toBe(Number(isoIn(NOW + HOUR, zone).slice(11, 13)));
  });

  it('says in each panel that there was nothing in this range, without a file to save', async () => {
    await renderAnalytics(NO_FIGURES);
    expect(screen.getAllByText('No data for this period.')).toHaveLength(12);
    expect(
      screen.getAllByRole('button', { name: /^Export CSV/ }).map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Export CSV: Feedback by type']);
    expect(total('visitLength')).toBe('–');
  });

  it('says which service does not answer while the other figures stay', async () => {
    await renderAnalytics({ ...FIGURES, feedback: null, templateUse: null });
    panel('Feedback by type').getByText('The feedback service is not responding right now.');
    panel('Template use').getByText('The template library is not responding right now.');
    panel('Template use by day').getByText('The template library is not responding right now.');
    expect(total('people')).toBe('3');
  });

  it('opens the newest logs of an error with everything in them', async () => {
    await renderAnalytics();
    gateway.answer('errorLogs', {
      logs: [
        {
          ...{ id: 'l1', message: CRASH.message, name: CRASH.name, stack: 'at draw (page.js:1)', source: 'boundary' },
          ...{ additionalInfo: '', url: 'https://quiz.example/game/:id', referrer: '', viewportWidth: 390 },
          ...{ viewportHeight: 844, timestamp: NOW, userId: null, userAgent: 'Firefox' },
        },
      ],
    });
    await press('TypeError: x is undefined');
    const log = await (await dialog('TypeError: x is undefined')).findByRole('listitem');
    for (const text of ['not signed in', 'Firefox', '390 × 844', 'at draw (page.js:1)']) within(log).getByText(text);
    expect(within(log).queryByText('Referrer')).toBeNull();
    expect(gateway.inputsOf('errorLogs')[0]?.params).toEqual({ fingerprint: 'f1' });
  });

  it('says of an error’s logs that they could not be read, or that none is kept any more', async () => {
    await renderAnalytics();
    gateway.disconnect('errorLogs');
    await press('TypeError: x is undefined');
    await pass(SECOND_TRY_MS);
    await screen.findByText('The logs could not be loaded.');
    gateway.answer('errorLogs', { logs: [] });
    await press('Try again');
    await screen.findByText('The logs of this error are no longer kept.');
  });
});
