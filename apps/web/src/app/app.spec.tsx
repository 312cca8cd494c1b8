import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../testing/fake-gateway.js';
import { click, dialog, draw, fill, key, pass, press } from '../testing/user-actions.js';
import '../testing/one-game.js';
import { signInAs, type TestUser, tokenOf } from '../testing/render.js';
import './other-pages.js';
import { AppRoutes } from './routes.js';
import { useSession } from '../platform/session/session.js';
import './shell/admin-menu.js';

const PEOPLE: Readonly<Record<string, TestUser | null>> = {
  nobody: null,
  'a guest': { id: 'guest-1', name: 'guest-1', roles: ['guest'] },
  'a registered user': { id: 'pat', name: 'Pat', roles: ['registered'] },
  'an admin': { id: 'ann', name: 'Ann', roles: ['registered', 'admin'] },
};
const WHO = Object.keys(PEOPLE);
type Access = 'public' | 'signed-in' | 'admin';

/** The specification's table, the projector and the admins' further pages. The ids are of nothing that exists. */
const ROUTES: readonly (readonly [path: string, access: Access, leadsTo?: string])[] = [
  ['/', 'public'],
  ['/terms', 'public'],
  ['/privacy', 'public'],
  ['/account', 'signed-in'],
  ['/admin-auth-test', 'public'],
  ['/crew', 'public'],
  ['/event-staff', 'public'],
  ['/my-rooms', 'signed-in'],
  ['/404', 'public'],
  ['/no/such/page', 'public', '/404'],
  ['/setup/some-game', 'signed-in'],
  ['/game/some-game', 'signed-in'],
  // The page itself asks visitors to sign in, unless the address contains the moderator's key.
  ['/stage/some-game', 'signed-in'],
  ['/library', 'signed-in'],
  ['/browse-templates', 'signed-in'],
  ['/library/template/some-template', 'signed-in'],
  ['/template/edit/some-template', 'signed-in'],
  ['/my-templates', 'signed-in'],
  ['/game-history', 'signed-in'],
  ['/events', 'signed-in'],
  ['/events/new', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/edit', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/rooms/add', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/sheets', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/standings', 'signed-in'],
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/public-standings', 'public'],
  // The page itself asks visitors to sign in, unless the address contains the key of a link.
  ['/events/0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b/stage', 'signed-in'],
  ['/moderator-rejoin/some-game', 'signed-in'],
  ['/game-library', 'signed-in', '/browse-templates'],
  ['/analytics', 'admin'],
  ['/admin/feedback', 'admin'],
  ['/admin/operations', 'admin'],
  ['/admin/operations/some-game', 'admin'],
  ['/library/reports', 'admin'],
  ['/admin/outbox', 'admin'],
  ['/admin/accounts', 'admin'],
  ['/admin/accounts/u-1', 'admin'],
  ['/admin/audit', 'admin'],
  ['/admin/erasures', 'admin'],
  ['/admin', 'admin', '/analytics'],
];

interface Outcome {
  readonly at: string;
  readonly flags: object | null;
}

function expected(who: string, path: string, access: Access, leadsTo = path): Outcome {
  // /game-library is open to every visitor and redirects before asking them to sign in; /admin asks first.
  const wanted = access === 'signed-in' ? leadsTo : path;
  if (access !== 'public' && who === 'nobody') return { at: '/', flags: { from: wanted, authRequired: true } };
  if (access === 'admin' && who !== 'an admin') return { at: '/', flags: { from: path, adminRequired: true } };
  return { at: leadsTo, flags: null };
}

const SIGN_IN_FOR = /^Sign in (or continue as a guest to|to see|with an admin account)/;
const addressNow = () => `${location.pathname}${location.search}`;
const flagsNow = () => (history.state as { usr?: object } | null)?.usr ?? null;

/** Opens the whole app at an address, until its page is rendered. */
async function open(at = '/'): Promise<void> {
  await draw(<AppRoutes />, { at });
  // Pages are separate chunks, read from the disk once.
  while (document.querySelector('[role="status"][aria-label="Loading"]') !== null) await pass(1);
  await pass();
}
const banner = () => within(screen.getByRole('banner'));
const footer = () => within(screen.getByRole('contentinfo'));

beforeEach(() => gateway.isDown());

describe('the table of routes', () => {
  const cases = WHO.flatMap((who) => ROUTES.map(([path, access, leadsTo]) => ({ who, path, access, leadsTo })));

  it.each(cases)('$path opens, redirects or asks for a sign-in, for $who', async ({ who, path, access, leadsTo }) => {
    const wanted = expected(who, path, access, leadsTo);
    signInAs(PEOPLE[who]!);
    await open(path);
    expect({ at: location.pathname, flags: flagsNow() }).toEqual(wanted);
    const asks = wanted.flags !== null && 'authRequired' in wanted.flags;
    const refuses = wanted.flags !== null && 'adminRequired' in wanted.flags;
    expect(screen.queryAllByText(SIGN_IN_FOR).length > 0).toBe(asks);
    expect(screen.queryAllByText('You need an admin account to open that page.').length > 0).toBe(refuses);
  });

  it('continues to the requested page with its query after a sign-in', async () => {
    await open('/my-templates?page=2');
    gateway.answer('guest', {
      ...{ access_token: tokenOf(PEOPLE['a guest']!), refresh_token: 'r', token_type: 'Bearer' },
      ...{ expires_in: 300, refresh_expires_in: 3_600 },
    });
    await press('Continue as Guest', await dialog('Sign In'));
    await pass();
    expect(addressNow()).toBe('/my-templates?page=2');
  });

  it('leads on to the admins’ page that was wanted once an admin has signed in', async () => {
    signInAs(PEOPLE['a guest']!);
    await open('/admin/outbox');
    expect(location.pathname).toBe('/');
    await press('Sign in as an admin');
    await dialog('Sign In');
    signInAs(PEOPLE['an admin']!);
    await pass();
    expect(addressNow()).toBe('/admin/outbox');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows a spinner and does not navigate while the session is being checked', async () => {
    useSession.setState({ user: null, loading: true });
    await draw(<AppRoutes />, { at: '/game-history' });
    screen.getByRole('status', { name: 'Loading' });
    expect(addressNow()).toBe('/game-history');
    signInAs(PEOPLE['a guest']!);
    await screen.findByRole('heading', { name: 'Game History' });
  });

  it.each(['/game/no!', '/setup/no!', '/stage/no!', '/admin/operations/no!', '/moderator-rejoin'])(
    'says on %s that no game has that id',
    async (path) => {
      signInAs(PEOPLE['an admin']!);
      await open(path);
      await screen.findByText(path === '/moderator-rejoin' ? 'Game ID is missing...' : 'Invalid game ID');
    },
  );

  it('leads from an unknown address back home', async () => {
    await open('/nowhere');
    screen.getByRole('heading', { name: 'Page Not Found' });
    await click(screen.getByRole('link', { name: 'Back to Home' }));
    screen.getByRole('tab', { name: 'Join Game' });
    expect(addressNow()).toBe('/');
  });
});

describe('the header', () => {
  const forAll = ['Home', 'Game Library', 'My Templates'];
  const forAccounts = ['Game History', 'Events'];
  const admins = [
    ...['Analytics Dashboard', 'Feedback Management', 'Live Operations', 'Reported Templates', 'Mail Outbox'],
    ...['Accounts', 'Audit Log', 'Erased Games'],
  ];

  it.each([
    ['nobody', 'Sign In', forAll, forAll],
    ['a guest', 'GuestCreate AccountSign Out', forAll, forAll],
    ['a registered user', 'PatSign Out', [...forAll, ...forAccounts], [...forAll, ...forAccounts]],
    ['an admin', 'AnnSign Out', [...forAll, ...forAccounts, 'Admin'], [...forAll, ...forAccounts, ...admins]],
  ])('shows the entries for its user (%s), in the wide window and in the menu', async (who, account, wide, inMenu) => {
    signInAs(PEOPLE[who]!);
    await open('/');
    const entries = within(screen.getByRole('navigation', { name: 'Main' })).getAllByText(/./, {
      selector: 'a, button',
    });
    expect(entries.map((entry) => entry.textContent)).toEqual(wide);
    await press('Menu');
    const menu = screen.getByRole('navigation', { name: 'Menu' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([...inMenu, ...(who === 'nobody' ? [] : [account.slice(0, account.search(/Create|Sign/))])]);
    expect(menu.textContent).toBe(inMenu.join('') + account);
  });

  it('opens the admins’ menu with its eight pages', async () => {
    signInAs(PEOPLE['an admin']!);
    await open('/');
    await press('Admin');
    const menu = await screen.findByRole('menu', { hidden: true });
    const items = within(menu).getAllByRole('menuitem', { hidden: true });
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Analytics Dashboard', '/analytics'],
      ['Feedback Management', '/admin/feedback'],
      ['Live Operations', '/admin/operations'],
      ['Reported Templates', '/library/reports'],
      ['Mail Outbox', '/admin/outbox'],
      ['Accounts', '/admin/accounts'],
      ['Audit Log', '/admin/audit'],
      ['Erased Games', '/admin/erasures'],
    ]);
  });

  it('closes its menu on Escape, with the focus back on the button, and when an entry is followed', async () => {
    await open('/terms');
    const burger = screen.getByRole('button', { name: 'Menu' });
    expect(burger.getAttribute('aria-expanded')).toBe('false');
    await click(burger);
    expect(burger.getAttribute('aria-expanded')).toBe('true');
    const menu = screen.getByRole('navigation', { name: 'Menu' });
    within(menu).getByRole('link', { name: 'My Templates' }).focus();
    await key('Escape');
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    expect(document.activeElement).toBe(burger);
    await click(burger);
    await click(within(screen.getByRole('navigation', { name: 'Menu' })).getByRole('link', { name: 'Home' }));
    expect(addressNow()).toBe('/');
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
  });

  it('closes its menu once a visitor has signed in', async () => {
    await open('/terms');
    await press('Menu');
    signInAs(PEOPLE['a registered user']!);
    await pass();
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    screen.getByRole('heading', { name: /Terms/ });
  });

  it('signs out, forgets the seats, leads home and asks for no sign-in', async () => {
    signInAs(PEOPLE['a registered user']!);
    localStorage.setItem('earworm.player.game-1', JSON.stringify({ name: 'Pat', seatSecret: 's', playerId: null }));
    gateway.answer('history', { games: [] });
    gateway.answer('signOut', {});
    await open('/game-history');
    await click(banner().getByRole('button', { name: 'Sign Out' }));
    await pass();
    expect([addressNow(), flagsNow()]).toEqual(['/', null]);
    banner().getByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.inputsOf('signOut')[0]?.body).toEqual({ refreshToken: 'refresh' });
    expect(Object.keys(localStorage).filter((name) => /tokens|player/.test(name))).toEqual([]);
  });

  it('opens the form for a new account for a guest', async () => {
    signInAs(PEOPLE['a guest']!);
    await open('/');
    await click(banner().getByRole('button', { name: 'Create Account' }));
    await dialog('Create Account');
  });

  it('asks a guest before it signs them out, and lists what they lose', async () => {
    signInAs(PEOPLE['a guest']!);
    gateway.answer('myTemplates', { templates: [], total: 2 });
    const standing = {
      gameId: 'g',
      gameCode: 'ABC234',
      moderatorId: 'm',
      moderatorName: 'Mo',
      createdAt: 1,
      playerCount: 1,
    };
    const game = { ...standing, completedAt: null, score: 0, rank: 1, standings: [] };
    gateway.answer('history', ({ query }) => ({
      games:
        query?.list === 'moderated'
          ? [{ ...game, role: 'moderator', status: 'completed' }]
          : [
              { ...game, role: 'player', status: 'playing' },
              { ...game, role: 'player', status: 'completed' },
            ],
    }));
    await open('/terms');
    await click(banner().getByRole('button', { name: 'Sign Out' }));
    const asks = await dialog('Sign out as a guest?');
    expect(asks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2 templates',
      'your seat in 1 game',
    ]);
    await press('Cancel', asks);
    expect(gateway.inputsOf('signOut')).toEqual([]);
    await click(banner().getByRole('button', { name: 'Sign Out' }));
    await press('Sign Out', await dialog('Sign out as a guest?'));
    await pass();
    banner().getByRole('button', { name: 'Sign In' });
    expect(gateway.inputsOf('signOut')).toHaveLength(1);
  });

  it('asks a guest before it signs them out also when the server cannot say what they have', async () => {
    signInAs(PEOPLE['a guest']!);
    await open('/terms');
    await click(banner().getByRole('button', { name: 'Sign Out' }));
    const asks = await dialog('Sign out as a guest?');
    await asks.findByText('You will lose your templates and your seats in games.');
    await press('Create Account', asks);
    await dialog('Create Account');
    expect(gateway.inputsOf('signOut')).toEqual([]);
  });

  it('switches between the dark and the light theme, which is kept', async () => {
    const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');
    await open('/');
    expect(scheme()).toBe('dark');
    await press('Switch to the light theme');
    expect([scheme(), localStorage.getItem('earworm.color-scheme')]).toEqual(['light', 'light']);
    await press('Switch to the dark theme');
    expect(scheme()).toBe('dark');
  });
});

describe('the footer', () => {
  it('leads to the terms, the privacy page and the terms of the videos', async () => {
    await open('/');
    const youtube = footer().getByRole('link', { name: 'YouTube Terms of Service' });
    expect([youtube.getAttribute('href'), youtube.getAttribute('target')]).toEqual([
      'https://www.youtube.com/t/terms',
      '_blank',
    ]);
    for (const name of ['Terms', 'Privacy']) {
      await click(footer().getByRole('link', { name }));
      await screen.findByRole('heading', { level: 1, name });
    }
  });

  it('holds the feedback button, which covers nothing there', async () => {
    await open('/');
    footer().getByRole('button', { name: 'Send Feedback' });
    expect(screen.getAllByRole('button', { name: 'Send Feedback' })).toHaveLength(1);
  });

  it('switches to German and back, refusals included, and keeps the choice', async () => {
    gateway.refuse('joinInfoByCode', 'game-not-found');
    await open('/');
    await click(footer().getByRole('button', { name: 'Deutsch' }));
    await screen.findByRole('tab', { name: 'Mitspielen' });
    expect([document.documentElement.lang, localStorage.getItem('earworm.language')]).toEqual(['de', 'de']);
    await fill('Spielcode', 'ZZZZZZ');
    await pass(300);
    await screen.findByText('Spiel nicht gefunden');
    await click(footer().getByRole('link', { name: 'Datenschutz' }));
    await screen.findByRole('heading', { level: 1, name: 'Datenschutz' });
    await click(footer().getByRole('button', { name: 'English' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy' });
    expect(document.documentElement.lang).toBe('en');
  });

  it('offers tips, off by default, and remembers that they are wanted', async () => {
    await open('/');
    const button = footer().getByRole('button', { name: 'Show tips' });
    expect([button.getAttribute('aria-pressed'), localStorage.getItem('earworm.tips')]).toEqual(['false', null]);
    await click(button);
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual(['Hide tips', 'true']);
    expect(localStorage.getItem('earworm.tips')).toBe('on');
    await click(button);
    expect(localStorage.getItem('earworm.tips')).toBeNull();
  });
});

describe('the error screen', () => {
  it('takes the place of a page that throws, offers two ways on, and reports the error', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('a page that breaks');
    };
    await draw(<Broken />, { at: '/terms' });
    const screenOfError = within(screen.getByRole('alert'));
    screenOfError.getByRole('heading', { name: 'Something went wrong' });
    screenOfError.getByRole('button', { name: 'Reload Page' });
    expect(screenOfError.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    complaints.mockRestore();
  });
});

describe('the debug panels', () => {
  const panel = (name: string) => within(screen.getByRole('region', { name }));
  const factsOf = (name: string) =>
    Object.fromEntries(
      panel(name)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  const openPanels = async () => {
    signInAs(PEOPLE['an admin']!);
    await open('/terms');
    await press('Open the debug panels');
  };

  it.each(['nobody', 'a guest', 'a registered user'])('remain hidden (%s)', async (who) => {
    signInAs(PEOPLE[who]!);
    await open('/terms');
    expect(screen.queryByRole('button', { name: /debug panels/ })).toBeNull();
  });

  it('show an admin the claims of the token, and count down to its end', async () => {
    await openPanels();
    panel('Connection status').getByText('This page has no open game.');
    expect(factsOf('Authentication')).toMatchObject({
      sub: 'ann',
      realm_access: '{"roles":["registered","admin"]}',
      'Token expires': expect.stringMatching(/^in \d+ s$/),
    });
    const left = () => Number(/\d+/.exec(factsOf('Authentication')['Token expires'] ?? '')?.[0]);
    const before = left();
    await pass(5_000);
    expect(left()).toBe(before - 5);
  });

  it('read the count of video calls every 10 s, and reset it after being asked', async () => {
    localStorage.setItem('earworm.video-calls', '1');
    await openPanels();
    const count = () => screen.getByTestId('video-calls').textContent;
    expect(count()).toBe('1');
    // As another tab of this browser counts.
    localStorage.setItem('earworm.video-calls', '1234');
    await pass(9_990);
    expect(count()).toBe('1');
    await pass(10);
    expect(count()).toBe('1,234');
    await press('Reset', panel('Video API calls'));
    await press('Cancel', await dialog('Reset counter?'));
    expect(count()).toBe('1,234');
    await press('Reset', panel('Video API calls'));
    await press('Reset', await dialog('Reset counter?'));
    expect(count()).toBe('0');
    expect(localStorage.getItem('earworm.video-calls')).toBeNull();
  });
});
