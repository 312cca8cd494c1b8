import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { draw, NOW, pass, press } from '../../testing/user-actions.js';
import { AnalyticsPage } from './analytics/analytics-page.js';
import { AuditPage } from './audit/audit-page.js';
import { ErasuresPage } from './erasures/erasures-page.js';
import { FeedbackPage } from './feedback/feedback-page.js';
import { OutboxPage } from './outbox/outbox-page.js';
import { MINUTE, DAY, SECOND_TRY_MS, NO_FIGURES, rowsOf } from './testing/admin-page.js';

const MAIL = {
  id: 'm1',
  to: 'pat@example.org',
  subject: 'Your new password',
  text: 'Open https://quiz.example/?reset=abc to choose one.',
  at: NOW - 5 * MINUTE,
};

const NOTHING_ERASED = { keepDays: 365, waiting: { games: 0, since: null, failing: 0 }, days: [] };

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
  {
    page: 'the page of erased games',
    Page: ErasuresPage,
    route: 'listErasures' as const,
    nothing: () => gateway.answer('listErasures', NOTHING_ERASED),
    loading: 'Loading erased games',
    failed: 'The erased games could not be loaded.',
    empty: 'No games erased yet',
    limited: 'Your account has no access to the erased games. Ask another admin, or sign in again.',
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

describe('the page of erased games', () => {
  it('lists how many were erased on each day, and why', async () => {
    gateway.answer('listErasures', {
      ...NOTHING_ERASED,
      days: [
        { day: '2026-05-02', cause: 'event', games: 1_200, lastAt: NOW - MINUTE },
        { day: '2026-05-01', cause: 'age', games: 3, lastAt: NOW - DAY },
      ],
    });
    await draw(<ErasuresPage />);
    const rows = rowsOf(await screen.findByRole('table', { name: 'Erased games by day' }));
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['2026-05-02', '1,200', 'Their event was erased'],
      ['2026-05-01', '3', 'Not used any more'],
    ]);
    screen.getByText('No game is waiting to be erased.');
    screen.getByText(/all others 365 days after their last change/);
  });

  it('shows how many games wait, and that a service did not answer', async () => {
    gateway.answer('listErasures', { ...NOTHING_ERASED, waiting: { games: 2, since: NOW - DAY, failing: 1 } });
    await draw(<ErasuresPage />);
    const waiting = await screen.findByText(/^2 games are waiting to be erased, the first since /);
    expect(waiting.textContent).toContain('A service did not answer for 1 of them.');
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
