import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Feedback,
  type GameResult,
  type LiveGame,
  type OperationsFrame,
  RefusedError,
  type RouteReply,
  type ServerFrame,
} from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { aView } from '../../testing/views.js';
import { gateway } from '../../testing/fake-gateway.js';
import { FakeSocket } from '../../testing/fake-socket.js';
import { isoIn, startOfDay } from '../../shared/ui/iso-time.js';
import { choose, click, dialog, draw, fill, NOW, pass, press, valueOf } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { AnalyticsPage } from './analytics/analytics-page.js';
import { AuditPage } from './audit/audit-page.js';
import { FeedbackPage } from './feedback/feedback-page.js';
import { ObservePage } from './operations/observe-page.js';
import { OperationsPage } from './operations/operations-page.js';
import { OutboxPage } from './outbox/outbox-page.js';

/** A line of a CSV whose cells contain no comma. */
const quoted = (line: string) =>
  line
    .split(',')
    .map((cell) => `"${cell}"`)
    .join(',');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is typed is applied so long after the last key. */
const TYPED_MS = 300;
const DAY = 24 * 60 * MINUTE;
/** A read that failed is tried once more after a second. */
const SECOND_TRY_MS = 1_000;

beforeEach(() => {
  signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
  gateway.answer('exportAnalytics', {});
});

const addressNow = () => `${location.pathname}${location.search}`;
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1).map(cellsOf);

const MAIL = {
  id: 'm1',
  to: 'pat@example.org',
  subject: 'Your new password',
  text: 'Open https://quiz.example/?reset=abc to choose one.',
  at: NOW - 5 * MINUTE,
};
const FIGURES_OF_NO_DAY = { guestSessions: 0, registeredSessions: 0, views: 0, gamesCreated: 0, gamesStarted: 0 };
const NO_FIGURES: RouteReply<'analytics'> = {
  span: { from: NOW - DAY, to: NOW },
  days: [
    {
      ...{ day: '2026-04-30', ...FIGURES_OF_NO_DAY, gamesCompleted: 0, joins: 0, presses: 0 },
      ...{ right: 0, wrong: 0, nobody: 0, errors: 0 },
    },
  ],
  users: [],
  sessionLengths: [],
  playersPerGame: [],
  timeToPress: { first: [], every: [] },
  missed: [],
  paths: [],
  errors: [],
  countedUntil: null,
  feedback: { bug: 0, feature: 0, general: 0 },
  templateUse: { days: [], templates: [] },
};

describe.each([
  {
    page: 'the outbox',
    Page: OutboxPage,
    route: 'outbox' as const,
    nothing: () => gateway.answer('outbox', { mails: [], mailServer: 'none' }),
    loading: 'Loading emails',
    failed: 'The outbox could not be loaded.',
    empty: 'No emails',
    limited: 'Your account has no access to the outbox. Ask another admin, or sign in again.',
  },
  {
    page: 'the feedback page',
    Page: FeedbackPage,
    route: 'listFeedback' as const,
    nothing: () =>
      gateway.answer('listFeedback', {
        rows: [],
        total: 0,
        byStatus: { new: 0, 'in-progress': 0, resolved: 0, declined: 0 },
      }),
    loading: 'Loading feedback',
    failed: 'The feedback could not be loaded.',
    empty: 'No feedback yet',
    limited: 'Your account has no access to the feedback. Ask another admin, or sign in again.',
  },
  {
    page: 'the analytics page',
    Page: AnalyticsPage,
    route: 'analytics' as const,
    nothing: () => gateway.answer('analytics', NO_FIGURES),
    loading: 'Loading analytics',
    failed: 'The analytics could not be loaded.',
    empty: 'No games counted yet.',
    limited: 'Your account has no access to the analytics. Ask another admin, or sign in again.',
  },
  {
    page: 'the audit log',
    Page: AuditPage,
    route: 'listAudit' as const,
    nothing: () => gateway.answer('listAudit', { entries: [], total: 0 }),
    loading: 'Loading audit log',
    failed: 'The audit log could not be loaded.',
    empty: 'No entries yet',
    limited: 'Your account has no access to the audit log. Ask another admin, or sign in again.',
  },
])('$page', ({ Page, route, nothing, loading, failed, empty, limited }) => {
  it('shows that it is loading, then that there is nothing', async () => {
    const release = gateway.hold(route);
    nothing();
    await draw(<Page />);
    screen.getByRole('status', { name: loading });
    release();
    await screen.findByText(empty);
    expect(screen.queryByRole('status', { name: loading })).toBeNull();
  });

  it('says that it could not be read after the second try, and reads it again when asked', async () => {
    gateway.disconnect(route);
    await draw(<Page />);
    await pass(SECOND_TRY_MS);
    expect(gateway.inputsOf(route)).toHaveLength(2);
    expect((await screen.findByRole('alert')).textContent).toContain(failed);
    nothing();
    await press('Try again');
    await screen.findByText(empty);
  });

  it('shows limited access to an account without the role, asks once and offers no second try', async () => {
    gateway.refuse(route, 'forbidden');
    await draw(<Page />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Limited access');
    expect(alert.textContent).toContain(limited);
    await pass(10 * SECOND_TRY_MS);
    expect(gateway.inputsOf(route)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the outbox', () => {
  it('lists each mail with its age, its address and a link to follow', async () => {
    gateway.answer('outbox', { mails: [MAIL, { ...MAIL, id: 'm2', subject: 'Another', at: NOW - 2 * DAY }] });
    await draw(<OutboxPage />);
    const [first, second] = await screen.findAllByRole('listitem');
    within(first!).getByText('To pat@example.org');
    within(first!).getByText('5 minutes ago');
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('https://quiz.example/?reset=abc');
    expect(within(first!).getByRole('link').parentElement!.textContent).toBe(MAIL.text);
    within(second!).getByRole('heading', { name: 'Another' });
    within(second!).getByText('2 days ago');
  });

  it.each([
    ['none', /^No mail server is configured\. Emails that would have been sent are kept here/],
    ['failing', /^The mail server is not accepting email\. .* no email is kept for later\.$/],
    ['accepting', /^The mail server is accepting email, so nothing new is added here\.$/],
  ] as const)('says how the mail server is: %s', async (mailServer, lead) => {
    gateway.answer('outbox', { mails: [MAIL], mailServer });
    await draw(<OutboxPage />);
    await screen.findByText(lead);
  });
});

const entry = (number: number, more: Partial<Feedback> = {}): Feedback => ({
  feedbackId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'bug',
  title: `Entry ${number}`,
  description: 'It does not work.',
  screenshotURL: null,
  createdAt: NOW - number * MINUTE,
  userId: 'guest-1',
  userEmail: null,
  status: 'new',
  gameVersion: '1.0',
  replyNote: '',
  handledAt: null,
  handledBy: null,
  ...more,
});
const APPLAUSE = entry(1, {
  type: 'feature',
  title: '=Louder applause',
  userEmail: 'pia@example.org',
});
const PICTURED = { ...APPLAUSE, screenshotURL: `/api/admin/feedback/${APPLAUSE.feedbackId}/screenshot` };
const BY_STATUS = { new: 2, 'in-progress': 0, resolved: 1, declined: 0 };

describe('the feedback page', () => {
  const list = (rows: Feedback[], total = rows.length) =>
    gateway.answer('listFeedback', { rows, total, byStatus: BY_STATUS });
  const lastQuery = () => gateway.inputsOf('listFeedback').at(-1)?.query;
  const opened = async (feedback: Feedback) => {
    list([feedback]);
    await draw(<FeedbackPage />);
    await press(`Open ${feedback.title}`);
    return dialog(feedback.title);
  };

  it('has a row for each entry: title, type, status, sender and age', async () => {
    list([PICTURED, entry(2, { status: 'in-progress' })]);
    await draw(<FeedbackPage />);
    expect(rowsOf(await screen.findByRole('table', { name: 'Feedback' }))).toEqual([
      ['=Louder applauseIt does not work.', 'Feature', 'New', 'pia@example.org', '1 minute ago'],
      ['Entry 2It does not work.', 'Bug', 'In progress', 'Guest', '2 minutes ago'],
    ]);
    screen.getByRole('img', { name: 'Has a screenshot' });
  });

  it('searches 300 ms after the last letter, from the first page, and keeps the search in the address', async () => {
    list([APPLAUSE], 60);
    await draw(<FeedbackPage />, { at: '/admin/feedback?page=2' });
    await screen.findByRole('table');
    await fill('Search', 'appl');
    await pass(200);
    await fill('Search', 'applause');
    await pass(299);
    expect(gateway.inputsOf('listFeedback')).toHaveLength(1);
    await pass(1);
    expect(lastQuery()).toMatchObject({ search: 'applause', page: 1 });
    expect(addressNow()).toBe('/admin/feedback?search=applause');
  });

  it('offers each status with how many there are, and shows everything again when asked', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />, { at: '/admin/feedback?type=bug' });
    await screen.findByRole('table');
    expect(lastQuery()).toMatchObject({ type: 'bug' });
    gateway.answer('listFeedback', { rows: [], total: 0, byStatus: BY_STATUS });
    await choose('Status', 'Resolved (1)');
    expect(lastQuery()).toMatchObject({ type: 'bug', status: 'resolved' });
    await screen.findByText('Nothing found');
    list([APPLAUSE]);
    await press('Show all');
    await screen.findByRole('table');
    expect(addressNow()).toBe('/admin/feedback');
    expect(lastQuery()).toEqual({ search: '', sort: 'createdAt', direction: 'desc', page: 1, pageSize: 20 });
  });

  it('sorts by a column, and the other way round when it is pressed again', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />);
    const table = await screen.findByRole('table');
    const sorted = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
    expect(sorted()).toEqual([null, null, null, null, 'descending']);
    await press('Title', within(table));
    expect(lastQuery()).toMatchObject({ sort: 'title', direction: 'asc' });
    expect(sorted()).toEqual(['ascending', null, null, null, null]);
    await press('Title', within(table));
    expect(lastQuery()).toMatchObject({ sort: 'title', direction: 'desc' });
  });

  it('turns its pages', async () => {
    list([APPLAUSE], 41);
    await draw(<FeedbackPage />);
    await screen.findByText('Page 1 of 3');
    await press('Next page');
    expect(lastQuery()).toMatchObject({ page: 2 });
    await screen.findByText('Page 2 of 3');
    await press('Previous page');
    await screen.findByText('Page 1 of 3');
  });

  it('saves a changed status and a changed note, and says when it was last handled and by whom', async () => {
    const window = await opened(APPLAUSE);
    const saved: Feedback = { ...APPLAUSE, status: 'resolved', handledAt: NOW, handledBy: 'ann@example.org' };
    gateway.answer('changeFeedback', saved);
    list([saved]);
    await choose('Status', 'Resolved', window);
    expect(gateway.inputsOf('changeFeedback')[0]).toMatchObject({
      params: { feedbackId: APPLAUSE.feedbackId },
      body: { status: 'resolved' },
    });
    await window.findByText(/^Last changed .+ by ann@example\.org$/);
    expect(window.getByRole('button', { name: 'Save note' }).hasAttribute('disabled')).toBe(true);
    await fill('Note', 'With the next release.', window);
    gateway.answer('changeFeedback', { ...saved, replyNote: 'With the next release.' });
    await press('Save note', window);
    expect(gateway.inputsOf('changeFeedback')[1]?.body).toEqual({ replyNote: 'With the next release.' });
    await screen.findByText('Saved');
  });

  it('reports that a change could not be saved, and that another admin has deleted the entry', async () => {
    const window = await opened(APPLAUSE);
    gateway.disconnect('changeFeedback');
    await fill('Note', 'Thanks', window);
    await press('Save note', window);
    await screen.findByText('This could not be saved. Please try again.');
    gateway.refuse('changeFeedback', 'feedback-gone');
    await press('Save note', window);
    await screen.findByText('This feedback no longer exists.');
    expect(valueOf('Note', window)).toBe('Thanks');
  });

  it('shows the game, page, device and build that an entry was written with; the game leads to live operations', async () => {
    const window = await opened({
      ...APPLAUSE,
      context: {
        ...{ gameId: GameId.parse('game-1'), gameCode: 'K7WQ4M', page: '/game/game-1', build: 'a1b2c3d4' },
        ...{ viewportWidth: 390, viewportHeight: 844, language: 'de', userAgent: 'Firefox' },
      },
    });
    expect(window.getByRole('link', { name: 'K7WQ4M' }).getAttribute('href')).toBe('/admin/operations/game-1');
    const facts = window.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Game', 'K7WQ4M'],
      ['Page', '/game/game-1'],
      ['Device', 'Firefox · 390 × 844 · de'],
      ['Build', 'a1b2c3d4'],
    ]);
  });

  it('deletes an entry only after it was asked', async () => {
    const window = await opened(APPLAUSE);
    gateway.answer('deleteFeedback', {});
    await press('Delete', window);
    const question = await dialog('Delete this feedback?');
    question.getByText('“=Louder applause” and its screenshot will be deleted for good.');
    await press('Cancel', question);
    expect(gateway.inputsOf('deleteFeedback')).toEqual([]);
    await press('Delete', window);
    list([]);
    await press('Delete', await dialog('Delete this feedback?'));
    expect(gateway.inputsOf('deleteFeedback')[0]?.params).toEqual({ feedbackId: APPLAUSE.feedbackId });
    await screen.findByText('No feedback yet');
  });

  it('asks again for a screenshot whose address is refused or whose picture does not load', async () => {
    gateway.disconnect('readScreenshot');
    const window = await opened(PICTURED);
    await pass(SECOND_TRY_MS);
    await window.findByText('The screenshot cannot be shown right now.');
    gateway.answer('readScreenshot', { url: '/first.jpg', expiresAt: NOW + 5 * MINUTE });
    await press('Try again', window);
    fireEvent.error(await window.findByRole('img', { name: 'Screenshot of =Louder applause' }));
    await window.findByText('The screenshot cannot be shown right now.');
    gateway.answer('readScreenshot', { url: '/second.jpg', expiresAt: NOW + 5 * MINUTE });
    await press('Try again', window);
    const picture = await window.findByRole('img', { name: 'Screenshot of =Louder applause' });
    expect(picture.getAttribute('src')).toBe('/second.jpg');
    expect(window.getByRole('link', { name: 'Open full size' }).getAttribute('href')).toBe('/second.jpg');
  });

  it('exports everything that the filter finds, page after page, and nothing that a spreadsheet would run', async () => {
    list([APPLAUSE], 2);
    await draw(<FeedbackPage />, { at: '/admin/feedback?search=a&status=new' });
    await screen.findByRole('table');
    const next = { createdAt: 5, feedbackId: APPLAUSE.feedbackId };
    gateway.answer('exportFeedback', ({ body }) =>
      body?.after ? { rows: [entry(2, { replyNote: 'Done' })], next: null } : { rows: [PICTURED], next },
    );
    await press('Export CSV');
    expect(gateway.inputsOf('exportFeedback').map(({ body }) => body)).toEqual([
      { search: 'a', status: 'new', after: null },
      { search: 'a', status: 'new', after: next },
    ]);
    await screen.findByText('2 entries exported');
    const [file] = await savedFiles();
    expect(file?.name).toBe('feedback-2026-05-01.csv');
    expect(file?.text.split('\r\n')).toEqual([
      `\ufeff${quoted('ID,Received,Type,Status,Title,Description,From,User ID,Game version,Screenshot,Note,Last changed,Last changed by,Game,Page,Device,Build')}`,
      quoted(
        `${APPLAUSE.feedbackId},2026-05-01T11:59:00.000Z,Feature,New,'=Louder applause,It does not work.,` +
          `pia@example.org,guest-1,1.0,${PICTURED.screenshotURL},,,,,,,`,
      ),
      quoted(
        `${entry(2).feedbackId},2026-05-01T11:58:00.000Z,Bug,New,Entry 2,It does not work.,,guest-1,1.0,,Done,,,,,,`,
      ),
      '',
    ]);
  });

  it('saves no file when an export breaks off', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />);
    await screen.findByRole('table');
    gateway.answer('exportFeedback', ({ body }) => {
      if (body?.after) throw new RefusedError('unavailable');
      return { rows: [APPLAUSE], next: { createdAt: 5, feedbackId: APPLAUSE.feedbackId } };
    });
    await press('Export CSV');
    await screen.findByText('The feedback could not be exported.');
    expect(await savedFiles()).toEqual([]);
  });
});

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

  it('has each figure in a table, the newest day first', async () => {
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

const aGame = (code: string, more: Partial<LiveGame> = {}): LiveGame => ({
  gameId: GameId.parse(`game-${code}`),
  gameCode: code,
  status: 'playing',
  moderatorName: 'Ruth',
  moderatorLeft: false,
  players: 3,
  createdAt: NOW - 5 * MINUTE,
  lastAction: 'playerBuzzed',
  lastAt: NOW - 2_000,
  ...more,
});
const aFrame = (more: Partial<OperationsFrame> = {}): OperationsFrame => ({
  type: 'operations',
  now: NOW,
  whole: true,
  games: [],
  gamesKnown: true,
  services: [],
  sockets: 1_250,
  press: { p50: 12, p99: 140, count: 1 },
  errors: { browser: 2, server: 1 },
  ...more,
});
const aService = (service: string, more: Partial<OperationsFrame['services'][number]> = {}) => ({
  service,
  instance: `${service}-1`,
  lagMs: { p50: 1, p99: 3 },
  checks: [],
  heardAgoMs: 500,
  ...more,
});

const RESULT: GameResult = {
  ...{ gameId: 'game-DDDDDD', gameCode: 'DDDDDD', status: 'completed', moderatorName: 'Ruth', playerCount: 0 },
  ...{ createdAt: NOW, completedAt: NOW, standings: [], questions: [] },
};

describe('the operations page', () => {
  const past = (games: LiveGame[] = [], total = games.length) => gateway.answer('pastGames', { games, total });
  beforeEach(() => past());
  const openAt = async (at: string, ...frames: ServerFrame[]) => {
    await draw(<OperationsPage />, { at, path: '/admin/operations' });
    await pass();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(...frames);
    await pass();
  };
  const open = (...frames: ServerFrame[]) => openAt('/admin/operations', ...frames);
  const tile = (name: string) => screen.getByText(name).parentElement!;
  const codes = () =>
    screen.queryAllByRole('link', { name: /Observe .* \(read-only\)$/ }).map((link) => link.textContent?.slice(0, 6));

  it('says that it connects until the first frame', async () => {
    await open();
    screen.getByText('Connecting…');
    expect(FakeSocket.last.received).toEqual([
      { type: 'hello', topic: 'operations', protocol: expect.any(Number), token: expect.any(String) },
    ]);
    await FakeSocket.last.deliver(aFrame());
    await screen.findByText('No open games');
    expect(screen.getByTestId('open-games').textContent).toBe('0 open games');
  });

  it('shows the games first, below one line about the services that names what is not well', async () => {
    const failing = { checks: [{ name: 'postgres', ok: false, ms: 3 }] };
    await open(aFrame({ services: [aService('game'), aService('library')] }));
    const line = screen.getByText('2 services, all is well');
    const games = screen.getByTestId('open-games');
    const order = [line, games, tile('Open sockets')].map((one, at, all) =>
      at === 0 ? true : Boolean(all[at - 1]!.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
    );
    expect(order).toEqual([true, true, true]);
    await FakeSocket.last.deliver(aFrame({ services: [aService('game', failing), aService('library')] }));
    expect(screen.getByText(/^game: /).textContent).toMatch(/^game: /);
    expect(screen.queryByText('2 services, all is well')).toBeNull();
  });

  it('shows sockets, buzz times, lag and errors, and marks what is bad', async () => {
    await open(aFrame({ services: [aService('game', { lagMs: { p50: 1, p99: 101 } }), aService('library')] }));
    for (const [name, value, isBad] of [
      ['Open sockets', '1,250', false],
      ['Buzz latency, median', '12 ms1 buzz in the last minute', false],
      ['Buzz latency, p99', '140 ms', true],
      ['Event-loop lag, highest p99', '101 ms', true],
      ['Errors per minute', '32 in browsers, 1 on the server', true],
    ] as const) {
      expect([name, tile(name).textContent, tile(name).hasAttribute('data-bad')]).toEqual([name, name + value, isBad]);
    }
    await FakeSocket.last.deliver(
      aFrame({ press: { p50: null, p99: null, count: 0 }, errors: { browser: null, server: 0 } }),
    );
    expect(tile('Buzz latency, p99').textContent).toBe('Buzz latency, p99–');
    expect(tile('Errors per minute').textContent).toBe('Errors per minute0unknown in browsers, 0 on the server');
  });

  it('shows connected players, joins, wrong codes, and what each limit refused within a minute', async () => {
    const refusals = { 'limit-join': 4, 'limit-create': 11 };
    await open(aFrame({ players: 1_200, joins: 30, wrongCodes: 7, refusals, down: [] }));
    for (const [name, value] of [
      ['Players connected', '1,200'],
      ['Joins per minute', '30'],
      ['Wrong codes per minute', '7'],
      ['Rate-limited requests per minute', '15creating games: 11, joins and codes: 4'],
      ['NATS and Postgres', 'working'],
    ] as const) {
      expect([tile(name).textContent, tile(name).hasAttribute('data-bad')]).toEqual([name + value, false]);
    }
  });

  const badTiles = () =>
    [...document.querySelectorAll('[data-bad] dt')].map((name) => [name.textContent, name.nextSibling?.textContent]);

  it('turns the tiles red that need Postgres while it is down', async () => {
    await open(
      aFrame({ press: { p50: 12, p99: 14, count: 1 }, errors: { browser: 0, server: 0 }, down: ['database'] }),
    );
    expect(badTiles()).toEqual([
      ['NATS and Postgres', 'Postgres is down'],
      ['Joins per minute', '–'],
      ['Buzz latency, median', '12 ms'],
      ['Buzz latency, p99', '14 ms'],
    ]);
  });

  it('turns every tile red while NATS is down, and shows no figure that it cannot know', async () => {
    await open(aFrame({ players: 3, down: ['bus'] }));
    expect(badTiles()[0]).toEqual(['NATS and Postgres', 'NATS is down']);
    expect(
      new Set(
        badTiles()
          .slice(1)
          .map(([, value]) => value),
      ),
    ).toEqual(new Set(['unknown']));
    expect(badTiles()).toHaveLength(document.querySelectorAll('dt').length);
  });

  it('shows whether each service works, is limited, does not work or is silent', async () => {
    const away = { name: 'redis', ok: false, ms: 5 };
    await open(
      aFrame({
        services: [
          aService('game', { checks: [{ name: 'postgres', ok: true, ms: 2 }] }),
          aService('library', { checks: [{ ...away, optional: true }] }),
          aService('identity', { checks: [away] }),
          aService('identity', { instance: 'i2', checks: [{ name: 'mail', ok: false, ms: 5, optional: true }] }),
          aService('feedback', { heardAgoMs: 7_400, checks: [{ name: 'database', ok: true, ms: 2 }] }),
          aService('telemetry', { heardAgoMs: null }),
        ],
      }),
    );
    const services = screen.getByRole('region', { name: 'Services and dependencies' });
    expect(
      within(services)
        .getAllByRole('listitem')
        .map((each) => [each.dataset['look'], each.textContent]),
    ).toEqual([
      ['ok', 'gameworkingevent-loop lag 1 / 3 mspostgres: working, 2 ms'],
      ['degraded', 'libraryworking with limitationsevent-loop lag 1 / 3 msredis: not available, optional, 5 ms'],
      ['broken', 'identitynot workingevent-loop lag 1 / 3 msredis: not working, 5 ms'],
      [
        'degraded',
        'identityworking with limitationsevent-loop lag 1 / 3 msmail: failing, password resets do not work, 5 ms',
      ],
      ['silent', 'feedbackno report for 7 sdatabase: unknown'],
      ['silent', 'telemetryno report received'],
    ]);
  });

  it('shows how full disk and database are, and marks what has less than 15 % left', async () => {
    const spaces = {
      disk: { usedBytes: 187 * 1024 ** 3, totalBytes: 252 * 1024 ** 3 },
      database: { usedBytes: 3.25 * 1024 ** 3, totalBytes: null },
      objects: { usedBytes: 86 * 1024 ** 2, totalBytes: 100 * 1024 ** 2 },
    };
    await open(aFrame({ services: [aService('library', { spaces })] }));
    const marked = (text: string) => screen.getByText(text).dataset['look'];
    expect(marked('Disk: 65 GB of 252 GB free (25 %)')).toBe('ok');
    expect(marked('Screenshots and audio files: 14 MB of 100 MB free (14 %)')).toBe('degraded');
    screen.getByText('Database: 3.3 GB used');
  });

  it('lists the open games, and follows what is pushed: changed, new and over', async () => {
    await open(aFrame({ games: [aGame('AAAAAA'), aGame('BBBBBB', { moderatorLeft: true, players: 1 })] }));
    const link = screen.getByRole('link', { name: /Observe BBBBBB \(read-only\)$/ });
    expect(link.getAttribute('href')).toBe('/admin/operations/game-BBBBBB');
    expect(link.textContent).toBe(
      'BBBBBBPlayingRuth1 player · moderator disconnectedplayer buzzed, 2 s agocreated 5 minutes agoObserve BBBBBB (read-only)',
    );
    await FakeSocket.last.deliver(
      aFrame({
        whole: false,
        games: [
          aGame('AAAAAA', { status: 'completed' }),
          aGame('BBBBBB', { lastAction: 'gameStarted' }),
          aGame('CCCCCC'),
        ],
      }),
    );
    await waitFor(() => expect(codes()).toEqual(['BBBBBB', 'CCCCCC']));
    expect(screen.getByTestId('open-games').textContent).toBe('2 open games');
    expect(screen.getByRole('link', { name: /Observe BBBBBB \(read-only\)$/ }).textContent).toContain(
      'started, 2 s ago',
    );
  });

  it('finds games by code or moderator, narrows them by state, and orders them', async () => {
    await open(
      aFrame({
        games: [
          aGame('AAAAAA', { createdAt: NOW - 3 * MINUTE, players: 9 }),
          aGame('BBBBBB', { createdAt: NOW - 2 * MINUTE, status: 'setup', moderatorName: 'Ada' }),
          aGame('CCCCCC', { createdAt: NOW - 1 * MINUTE, lastAt: NOW - 9_000 }),
        ],
      }),
    );
    expect(codes()).toEqual(['CCCCCC', 'BBBBBB', 'AAAAAA']);
    await choose('Sort by', 'Most players');
    await waitFor(() => expect(codes()).toEqual(['AAAAAA', 'BBBBBB', 'CCCCCC']));
    await choose('Sort by', 'Most recent activity');
    await waitFor(() => expect(codes()).toEqual(['AAAAAA', 'BBBBBB', 'CCCCCC']));
    await choose('Sort by', 'Least recent activity');
    await waitFor(() => expect(codes()).toEqual(['CCCCCC', 'AAAAAA', 'BBBBBB']));
    await choose('State', 'In setup (1)');
    await waitFor(() => expect(codes()).toEqual(['BBBBBB']));
    await choose('State', 'Open (3)');
    await search('ada');
    await waitFor(() => expect(codes()).toEqual(['BBBBBB']));
    await search('ccc');
    await waitFor(() => expect(codes()).toEqual(['CCCCCC']));
    await search('zzz');
    await screen.findByText('No matching games');
  });

  const search = async (text: string) => {
    await fill('Search by code, moderator or ID', text);
    await pass(300);
  };

  it('keeps the filters in its address, counts what each state has of the search, and takes them along to a game', async () => {
    past([], 12);
    const games = [aGame('AAAAAA'), aGame('BBBBBB', { status: 'setup' }), aGame('CCCCCC', { moderatorName: 'Ada' })];
    await openAt('/admin/operations?search=ruth&sort=quiet', aFrame({ games }));
    expect(valueOf('Search by code, moderator or ID')).toBe('ruth');
    expect(valueOf('State')).toBe('Open (2)');
    await choose('State', 'Playing (1)');
    expect(addressNow()).toBe('/admin/operations?search=ruth&sort=quiet&state=playing');
    await waitFor(() => expect(codes()).toEqual(['AAAAAA']));
    await search('');
    expect(addressNow()).toBe('/admin/operations?sort=quiet&state=playing');
    expect(valueOf('State')).toBe('Playing (2)');
    await click(screen.getByRole('link', { name: /Observe AAAAAA \(read-only\)$/ }));
    expect(history.state).toMatchObject({ usr: { search: '?sort=quiet&state=playing' } });
  });

  it('finds games that have ended, a page at a time, and leads to their results', async () => {
    const ended = aGame('DDDDDD', { status: 'completed', lastAction: 'gameCompleted', moderatorLeft: true });
    past([ended], 60);
    await open(aFrame({ games: [aGame('AAAAAA')] }));
    await choose('State', 'Ended (60)');
    const row = () => screen.getByRole('link', { name: /Results of DDDDDD$/ });
    expect(row().textContent).toBe('DDDDDDEndedRuth3 playersended, 2 s agocreated 5 minutes agoResults of DDDDDD');
    await press('Next page');
    expect(gateway.inputsOf('pastGames').at(-1)?.query).toEqual({ search: '', page: 2 });
    await search('dd');
    expect(gateway.inputsOf('pastGames').at(-1)?.query).toEqual({ search: 'dd', page: 1 });
    gateway.answer('gameResult', RESULT);
    await click(row());
    const window = await dialog('Results');
    await window.findByText('Moderated by Ruth', { exact: false });
    expect(gateway.inputsOf('gameResult')[0]?.params).toEqual({ gameId: 'game-DDDDDD' });
    expect(addressNow()).toBe('/admin/operations?state=completed&search=dd&game=game-DDDDDD');
    await press('Close', window);
    expect(addressNow()).toBe('/admin/operations?state=completed&search=dd');
  });

  it('leads from a game that was left open long ago to the game itself', async () => {
    past([aGame('EEEEEE')]);
    await openAt('/admin/operations?state=completed', aFrame());
    const link = await screen.findByRole('link', { name: /Observe EEEEEE \(read-only\)$/ });
    expect(link.getAttribute('href')).toBe('/admin/operations/game-EEEEEE');
  });

  it('reads the games that have ended again when one more ends, and says when they cannot be read', async () => {
    await open(aFrame({ games: [aGame('AAAAAA')] }));
    await choose('State', 'Ended (0)');
    await screen.findByText('No matching games');
    past([aGame('AAAAAA', { status: 'completed' })]);
    await FakeSocket.last.deliver(aFrame({ whole: false, games: [aGame('AAAAAA', { status: 'completed' })] }));
    await screen.findByRole('link', { name: /Results of AAAAAA$/ });
    gateway.disconnect('pastGames');
    await search('x');
    await pass(SECOND_TRY_MS);
    await screen.findByText('The ended games could not be loaded.');
    past();
    await press('Try again');
    await screen.findByText('No matching games');
  });

  it('says that the list of games does not answer: unknown at first, old after that', async () => {
    await open(aFrame({ gamesKnown: false }));
    screen.getByText('The list of games is not available right now.');
    expect(screen.getByTestId('open-games').textContent).toBe('Open games');
    expect(screen.queryByText('No open games')).toBeNull();
    await FakeSocket.last.deliver(aFrame({ games: [aGame('AAAAAA')] }));
    expect(screen.queryByText(/does not answer/)).toBeNull();
    await FakeSocket.last.deliver(aFrame({ whole: false, gamesKnown: false }));
    screen.getByText('The list of games is not available right now. The games shown may be out of date.');
    expect(codes()).toEqual(['AAAAAA']);
  });

  it('says while the connection is lost from when the figures are, and goes on when it is back', async () => {
    await open(aFrame({ games: [aGame('AAAAAA')] }));
    await FakeSocket.last.cut();
    screen.getByText(/^Connection lost\. Showing the state of .*2026/);
    expect(codes()).toEqual(['AAAAAA']);
    await pass(10_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(aFrame());
    expect(screen.queryByText(/The connection is lost/)).toBeNull();
  });

  it('says that the server no longer takes the visitor for an admin, and does not try again', async () => {
    await open(aFrame());
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText(/This page is only for admins, and your account no longer has the admin role\./);
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('the operations page whose connection was closed', () => {
  it('shows the reason', async () => {
    gateway.answer('pastGames', { games: [], total: 0 });
    await draw(<OperationsPage />, { at: '/admin/operations', path: '/admin/operations' });
    await pass();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(aFrame(), { type: 'bye', code: 'busy', retryInMs: null });
    screen.getByText('No longer updated: The server is very busy. Please try again in a moment.');
  });
});

describe('the page of one observed game', () => {
  const observe = async (gameId = 'g1') => {
    await draw(<ObservePage />, { at: `/admin/operations/${gameId}`, path: '/admin/operations/:gameId' });
    await pass();
  };
  const snapshot = (state: ReturnType<typeof aView>): ServerFrame => ({
    ...{ type: 'snapshot', logId: 'log', version: 1, role: 'observer', now: NOW, seat: null, userId: 'ann' },
    state,
  });
  const section = (name: string) => screen.getByRole('region', { name }).textContent;

  it('shows that it is loading, then the game read-only: lead, scores and board', async () => {
    await observe();
    screen.getByRole('status', { name: 'Loading game' });
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView({ moderatorLeft: true })), {
      ...{ type: 'presence', online: 4, moderator: false },
    });
    screen.getByRole('heading', { name: 'Game K7WQ4M' });
    screen.getByText('Playing · Moderator: Ruth (moderator disconnected) · 3 players · 3 online');
    screen.getByText('You are only watching. You cannot change the game here.');
    expect(section('Now playing')).toBe('Now playingRuth picks next');
    expect(section('Scores')).toBe('ScoresNo players yet');
    expect(section('Board')).toBe('Board80s anthems200 nobody was right300 not played400 not played');
    const buttons = screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(buttons).toEqual([null, 'Open the debug panels']);
  });

  it('shows which question the player who picks has proposed', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView({ proposedQuestionId: 'q2' })));
    expect(section('Board')).toBe('Board80s anthems200 nobody was right300 not played400 proposed');
  });

  it('shows that the connection is lost, and that the server closed it', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    await FakeSocket.last.cut();
    screen.getByText('Connection lost. The game may have changed since.');
    await pass(10_000);
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    expect(screen.queryByText('Connection lost. The game may have changed since.')).toBeNull();
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText(/This page is only for admins, and your account no longer has the admin role\./);
    screen.getByRole('heading', { name: 'Game K7WQ4M' });
  });

  it('shows why a game cannot be shown that the server refuses to open', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText(/your account no longer has the admin role\./);
  });

  it('leads to the results so far', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    gateway.answer('gameResult', RESULT);
    await press('Results');
    await (await dialog('Results')).findByText('No players took part.');
    expect(gateway.inputsOf('gameResult')[0]?.params).toEqual({ gameId: 'g1' });
  });

  it.each([
    ['no!', 'Invalid game ID'],
    ['gone', 'This game cannot be shown.'],
  ])('says of the game %s: %s', async (gameId, sentence) => {
    await observe(gameId);
    if (gameId === 'gone') {
      await FakeSocket.last.accept();
      await FakeSocket.last.deliver({ type: 'bye', code: 'game-not-found', retryInMs: null });
    }
    screen.getByText(sentence);
    expect(screen.getByRole('link', { name: '← All games' }).getAttribute('href')).toBe('/admin/operations');
  });
});
