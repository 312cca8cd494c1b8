import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveGame, OperationsFrame, ServerFrame } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { FakeSocket } from '../../testing/fake-socket.js';
import { choose, click, dialog, draw, fill, NOW, openMenu, pass, press, valueOf } from '../../testing/user-actions.js';
import { OperationsPage } from './operations/operations-page.js';
import { MINUTE, SECOND_TRY_MS, addressNow, RESULT } from './testing/admin-page.js';

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

  const help = (since: number) => ({ category: 'sound' as const, text: 'It stopped at 0:12.', since });

  it('lists games that call for help first, the longest wait on top', async () => {
    const games = [
      aGame('CALM11', { createdAt: NOW }),
      aGame('LATE11', { help: help(NOW - 5_000) }),
      aGame('EARLY1', { help: help(NOW - 34_000) }),
      aGame('FIRST1', { help: help(NOW - 7 * 60_000) }),
    ];
    await open(aFrame({ games }));
    expect(codes()).toEqual(['FIRST1', 'EARLY1', 'LATE11', 'CALM11']);
    expect(screen.getByText(/^needs help, called 7 minutes ago: Song or video/)).toBeTruthy();
    expect(screen.getByText(/^needs help, called 34 s ago: Song or video/)).toBeTruthy();
  });

  it.each([
    ['Other reason…', 'Take over', 'takeOverGame', 'Take over game CALM11?'],
    ['Help', 'Help', 'helpGame', 'Help in game CALM11?'],
  ] as const)(
    'asks after “%s” for a reason, then joins the crew and opens the desk',
    async (item, name, route, title) => {
      gateway.answer(route, { version: 7 });
      await open(aFrame({ games: [aGame('CALM11')] }));
      const menu = await openMenu('Actions for CALM11');
      await click(menu.item(item));
      const form = await dialog(title);
      await press(name, form);
      expect(gateway.inputsOf(route)).toEqual([]);
      await fill(/^Reason/, 'Their laptop died.', form);
      await press(name, form);
      await pass();
      expect(gateway.inputsOf(route).map(({ body }) => body)).toEqual([{ reason: 'Their laptop died.' }]);
      expect(location.pathname).toBe('/game/game-CALM11');
    },
  );

  it('takes over by two taps, with a reason that the menu offers', async () => {
    gateway.answer('takeOverGame', { version: 7 });
    await open(aFrame({ games: [aGame('LATE11', { help: help(NOW) })] }));
    const menu = await openMenu('Actions for LATE11');
    await click(menu.item('They called for help'));
    await pass();
    expect(gateway.inputsOf('takeOverGame').map(({ body }) => body)).toEqual([{ reason: 'They called for help' }]);
    expect(location.pathname).toBe('/game/game-LATE11');
  });

  it('ends a call for help', async () => {
    gateway.answer('solveHelp', { version: 7 });
    await open(aFrame({ games: [aGame('LATE11', { help: help(NOW) })] }));
    const menu = await openMenu('Actions for LATE11');
    await click(menu.item('Help is done'));
    expect(gateway.inputsOf('solveHelp').map(({ params }) => params.gameId)).toEqual(['game-LATE11']);
  });

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
