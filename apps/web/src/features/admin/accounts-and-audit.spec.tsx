import { describe, expect, it } from '@jest/globals';
import type { Account, AuditEntry, GameOfUser } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { choose, dialog, draw, fill, NOW, pass, press } from '../../testing/user-actions.js';
import { savedFiles } from '../../testing/saved-files.js';
import { AccountPage } from './accounts/account-page.js';
import { AccountsPage } from './accounts/accounts-page.js';
import { AuditPage } from './audit/audit-page.js';
import { addressNow, DAY } from './testing/admin-page.js';

const account = (more: Partial<Account> = {}): Account => ({
  userId: 'u-pat',
  role: 'registered',
  state: 'enabled',
  displayName: 'Pat',
  email: 'pat@example.org',
  createdAt: NOW - 3 * DAY,
  lastSeenAt: NOW - DAY,
  ...more,
});
const ADMIN = account({ userId: 'ann', displayName: 'Ann', email: 'ann@example.org', role: 'admin' });
const GUEST = account({ userId: 'g-1', displayName: 'Guest', email: null, role: 'guest' });

describe('the list of accounts', () => {
  const open = async (accounts: Account[], at = '/admin/accounts', total = accounts.length) => {
    gateway.answer('listAccounts', { accounts, total });
    await draw(<AccountsPage />, { at });
  };
  const lastQuery = () => gateway.inputsOf('listAccounts').at(-1)?.query;

  it('shows a row for each account that leads to it, with what is special about it', async () => {
    await open([account(), ADMIN, account({ userId: 'u-off', displayName: 'Off', state: 'disabled' })]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Patpat@example.orgCreated 3 days ago',
      'Annann@example.orgAdminCreated 3 days ago',
      'Offpat@example.orgDisabledCreated 3 days ago',
    ]);
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/admin/accounts/u-pat');
  });

  it('searches when asked to and not while typing, because every search is recorded', async () => {
    await open([account()]);
    await fill('Search', 'pat');
    await pass(5_000);
    expect(gateway.inputsOf('listAccounts')).toHaveLength(1);
    await press('Search');
    expect(lastQuery()).toMatchObject({ search: 'pat', page: 1 });
    expect(addressNow()).toBe('/admin/accounts?search=pat');
  });

  it('narrows by role and state, and keeps both in the address', async () => {
    await open([account()], '/admin/accounts?page=2');
    await choose('Role', 'Admin');
    await choose('State', 'Disabled');
    expect(lastQuery()).toMatchObject({ role: 'admin', state: 'disabled', page: 1 });
    expect(addressNow()).toBe('/admin/accounts?role=admin&state=disabled');
  });

  it('says that nothing was found, and shows all again', async () => {
    await open([], '/admin/accounts?search=nobody');
    await screen.findByText('No account found');
    await press('Show all');
    expect(lastQuery()).toMatchObject({ search: '' });
  });

  it('never reads the accounts again unasked', async () => {
    await open([account()]);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(60_000);
    expect(gateway.inputsOf('listAccounts')).toHaveLength(1);
  });
});

describe('one account', () => {
  const open = async (opened: Account, games: GameOfUser[] = []) => {
    gateway.answer('readAccount', opened);
    gateway.answer('accountGames', { games, total: games.length });
    await draw(<AccountPage />, { at: `/admin/accounts/${opened.userId}`, path: '/admin/accounts/:userId' });
    await screen.findByRole('heading', { level: 1, name: opened.displayName });
  };
  const offered = () =>
    within(screen.getByRole('region', { name: 'Actions' }))
      .getAllByRole('button')
      .map((button) => button.textContent);

  it.each([
    ['an account', account(), ['Make admin', 'Sign out everywhere', 'Disable account']],
    ['an administrator', ADMIN, ['Remove admin role', 'Sign out everywhere', 'Disable account']],
    ['a guest', GUEST, ['Sign out everywhere', 'Disable account']],
    ['a disabled account', account({ state: 'disabled' }), ['Make admin', 'Sign out everywhere', 'Enable account']],
  ])('offers what can be done with %s', async (_, opened, acts) => {
    await open(opened);
    expect(offered()).toEqual(acts);
  });

  it('asks for the reason before an act, and does nothing without one', async () => {
    await open(account());
    await press('Disable account');
    const confirmation = await dialog('Disable account');
    confirmation.getByText('Pat will be signed out everywhere and cannot sign in until you enable the account again.');
    await fill(/^Reason/, '  ', confirmation);
    await press('Disable account', confirmation);
    confirmation.getByText('Please enter a reason.');
    expect(gateway.inputsOf('disableAccount')).toEqual([]);
  });

  it('shows the account changed after an act', async () => {
    await open(account());
    gateway.answer('disableAccount', account({ state: 'disabled' }));
    await press('Disable account');
    const confirmation = await dialog('Disable account');
    await fill(/^Reason/, ' Spam ', confirmation);
    await press('Disable account', confirmation);
    await screen.findByText('Pat’s account is disabled.');
    expect(gateway.inputsOf('disableAccount')).toEqual([{ params: { userId: 'u-pat' }, body: { reason: 'Spam' } }]);
    expect(offered()).toContain('Enable account');
    expect(gateway.inputsOf('readAccount')).toHaveLength(1);
  });

  it.each([
    ['last-admin', 'This is the last admin. Make somebody else an admin first.'],
    ['audit-unavailable', 'The audit log is not available, so this was not done. Please try again later.'],
  ] as const)('keeps the question open and says why an act was refused: %s', async (code, sentence) => {
    await open(ADMIN);
    gateway.refuse('takeAdmin', code);
    await press('Remove admin role');
    const confirmation = await dialog('Remove admin role');
    confirmation.getByText(/^This is your account\./);
    await fill(/^Reason/, 'Holiday', confirmation);
    await press('Remove admin role', confirmation);
    expect((await confirmation.findByRole('alert')).textContent).toBe(sentence);
  });

  it('lists the games: a running one leads to it, an ended one to its results', async () => {
    const game: GameOfUser = {
      ...{ gameId: 'game-1', gameCode: 'ABCDEF', status: 'playing', moderatorId: 'u-pat', moderatorName: 'Pat' },
      ...{ createdAt: NOW - DAY, completedAt: null, role: 'moderator', playerCount: 7 },
    };
    await open(account(), [
      game,
      { ...game, gameId: 'game-2', gameCode: 'GHJKLM', status: 'completed', role: 'player' },
    ]);
    const list = await screen.findByRole('list', { name: 'Games' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'ABCDEFModerator · 7 playersPlayingyesterday',
      'GHJKLMPlayer · Moderator: Pat · 7 playersEndedyesterday',
    ]);
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/admin/operations/game-1',
      '/admin/operations?game=game-2',
    ]);
  });

  it('says that there is no such account', async () => {
    gateway.refuse('readAccount', 'account-not-found');
    await draw(<AccountPage />, { at: '/admin/accounts/nobody', path: '/admin/accounts/:userId' });
    await screen.findByText('This account does not exist.');
  });
});

describe('the audit log', () => {
  const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
    entryId: '7',
    at: NOW,
    userId: 'ann',
    userName: 'Ann',
    act: 'account-disabled',
    target: { kind: 'account', id: 'u-pat', name: 'Pat' },
    details: {},
    reason: 'Spam',
    outcome: 'done',
    code: null,
    ...more,
  });
  const open = async (entries: AuditEntry[], at = '/admin/audit') => {
    gateway.answer('listAudit', { entries, total: entries.length });
    await draw(<AuditPage />, { at });
    await screen.findByRole('table', { name: 'Audit log' });
  };
  const cells = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map((cell) => cell.textContent),
      );
  const lastQuery = () => gateway.inputsOf('listAudit').at(-1)?.query;

  it('says who did what to whom, why, and what came of it', async () => {
    await open([
      entry(),
      entry({ entryId: '6', act: 'outbox-read', target: null, reason: null, outcome: null }),
      entry({ entryId: '5', act: 'accounts-searched', target: null, reason: null, details: { search: 'pat' } }),
      entry({ entryId: '4', act: 'game-observed', target: { kind: 'game', id: 'g-1', name: null }, reason: null }),
      entry({ entryId: '3', act: 'admin-taken', outcome: 'refused', code: 'last-admin' }),
      entry({
        entryId: '2',
        act: 'of-a-later-release',
        target: { kind: 'thing', id: 't-1', name: null },
        reason: null,
      }),
    ]);
    expect(cells()).toEqual([
      ['Ann', 'Disabled an accountSpam', 'Pat', 'Done'],
      ['Ann', 'Viewed the mail outbox', '', 'No outcome recorded'],
      ['Ann', 'Searched accountssearch: pat', '', 'Done'],
      ['Ann', 'Observed a game', 'Game g-1', 'Done'],
      ['Ann', 'Removed the admin roleSpam', 'Pat', 'Refused'],
      ['Ann', 'of-a-later-release', 'thing t-1', 'Done'],
    ]);
  });

  it('narrows by who, action, whom and days, both included, and keeps them in the address', async () => {
    await open([entry()]);
    await fill('Admin', 'ann');
    await pass(300);
    await fill('Target', 'pat');
    await pass(300);
    await choose('Action', 'Disabled an account');
    await fill('From', '2026-04-30');
    await fill('To', '2026-05-01');
    const from = new Date('2026-04-30T00:00').getTime();
    const to = new Date('2026-05-02T00:00').getTime();
    expect(lastQuery()).toEqual({ who: 'ann', target: 'pat', act: 'account-disabled', from, to, page: 1 });
    expect(addressNow()).toBe('/admin/audit?who=ann&act=account-disabled&target=pat&from=2026-04-30&to=2026-05-01');
  });

  it('exports everything that the filter finds, without anything that a spreadsheet would run', async () => {
    await open([entry()], '/admin/audit?who=ann');
    gateway.answer('exportAudit', ({ body }) =>
      body?.before === null
        ? { entries: [entry({ reason: '=1+1' })], next: '7' }
        : { entries: [entry({ entryId: '6', target: null, reason: null, outcome: null })], next: null },
    );
    await press('Export CSV');
    await screen.findByText('2 entries exported');
    expect(gateway.inputsOf('exportAudit').map(({ body }) => [body?.who, body?.before])).toEqual([
      ['ann', null],
      ['ann', '7'],
    ]);
    const [file] = await savedFiles();
    expect(file?.name).toBe('audit-log-2026-05-01.csv');
    const lines = file?.text.split('\r\n') ?? [];
    expect(lines[1]).toBe(
      `"2026-05-01T12:00:00.000Z","Ann","ann","Disabled an account","Account","Pat","u-pat","","'=1+1","Done",""`,
    );
    expect(lines[2]).toBe(
      `"2026-05-01T12:00:00.000Z","Ann","ann","Disabled an account","","","","","","No outcome recorded",""`,
    );
  });

  it('saves no file where the export cannot be recorded', async () => {
    await open([entry()]);
    gateway.refuse('exportAudit', 'audit-unavailable');
    await press('Export CSV');
    await screen.findByText('The audit log could not be exported.');
    expect(await savedFiles()).toEqual([]);
  });
});
