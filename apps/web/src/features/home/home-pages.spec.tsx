import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JoinInfo, RouteReply, ShowId } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { creates, MODERATOR, moderatorLeaves, ROOM, starts } from '@earworm/rules/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import {
  keepModeratorMark,
  keepPlayerMark,
  markBanned,
  moderatorMark,
  moveModeratorMarks,
  playerMark,
  preferredName,
} from '../../platform/storage/game-marks.js';
import { useSession } from '../../platform/session/session.js';
import { loadGamePage } from '../../app/lazy.js';
import { gateway } from '../../testing/fake-gateway.js';
import { click, dialog, draw, fill, pass, press, submit, valueOf } from '../../testing/user-actions.js';
import { server } from '../../testing/one-game.js';
import { signInAs, type TestUser, tokenOf } from '../../testing/render.js';
import { HomePage } from './home-page.js';
import { ModeratorRejoinPage } from './moderator-rejoin-page.js';

// The home page prefetches it as soon as a game was found; with fake timers it would arrive too late.
await loadGamePage();

const PAT = { id: 'pat', name: 'Pat' };
const A_GUEST: TestUser = { id: 'guest-1', name: 'guest-1', roles: ['guest'] };
const TYPING_PAUSE_MS = 300;
const addressNow = () => `${location.pathname}${location.search}`;
const TOKENS: RouteReply<'guest'> = {
  ...{ access_token: tokenOf({ id: 'guest-1', name: 'guest-1', roles: ['guest'] }), refresh_token: 'r' },
  ...{ token_type: 'Bearer', expires_in: 300, refresh_expires_in: 3_600 },
};
/** Of an account that has no running game. */
beforeEach(() => gateway.answer('history', { games: [] }));

const aGame = (more: Partial<JoinInfo> = {}): JoinInfo => ({
  gameId: GameId.parse('g1'),
  gameCode: 'K7WQ4M',
  status: 'setup',
  moderatorName: 'Ruth',
  moderatorLeft: false,
  playerCount: 1,
  rejoin: false,
  ...more,
});

/** Both ways in; an older server knows only HTTP. */
const WAYS = [
  ['over a socket', true],
  ['over HTTP', false],
] as const;
function onWay(knowsArrivals: boolean): void {
  server.knowsArrivals = knowsArrivals;
  server.play(creates());
}

describe.each(WAYS)('the join tab %s', (_way, knowsArrivals) => {
  beforeEach(() => onWay(knowsArrivals));
  const joinForm = () => within(screen.getByRole('tabpanel', { name: 'Join Game' }));
  const open = (at = '/') => draw(<HomePage />, { at });
  const enter = async (code: string, name: string | null = null) => {
    await fill('Game Code', code);
    if (name !== null) await fill('Your Name', name);
    await pass(TYPING_PAUSE_MS);
  };
  const join = async () => {
    await press(/^(Join|Rejoin) Game$/, joinForm());
    await pass();
  };
  const lastLookUp = () => gateway.inputsOf('joinInfoByCode').at(-1);

  it('makes of what is typed or pasted a code of six capitals', async () => {
    gateway.answer('joinInfoByCode', aGame());
    await open();
    await enter('  k7wq-4m extra');
    expect(valueOf('Game Code')).toBe('K7WQ4M');
    await enter('https://quiz.example/?code=abc234');
    expect(valueOf('Game Code')).toBe('ABC234');
    expect(lastLookUp()).toEqual({ params: { gameCode: 'ABC234' }, query: {}, body: undefined });
  });

  it('looks a whole code up at once and a name after 300 ms, and says whose game it is and how many play', async () => {
    const release = gateway.hold('joinInfoByCode');
    gateway.answer('joinInfoByCode', aGame());
    await open();
    await fill('Game Code', 'K7WQ4');
    await pass(TYPING_PAUSE_MS);
    await fill('Game Code', 'K7WQ4M');
    joinForm().getByText('Looking for the game…');
    await pass();
    expect(gateway.inputsOf('joinInfoByCode')).toHaveLength(1);
    release();
    await screen.findByText('Ruth’s game, 1 player so far');
    await fill('Your Name', 'Nora');
    await pass(TYPING_PAUSE_MS - 1);
    expect(gateway.inputsOf('joinInfoByCode')).toHaveLength(1);
    await pass(1);
    expect(lastLookUp()?.query).toEqual({ name: 'Nora' });
  });

  it.each([
    [{ playerCount: 0 }, 'Ruth’s game, 0 players so far'],
    [{ status: 'playing', playerCount: 1 }, 'Ruth’s game has started, 1 player'],
    [{ status: 'playing', playerCount: 2 }, 'Ruth’s game has started, 2 players'],
  ] as const)('says of a game with %j: %s', async (more, sentence) => {
    gateway.answer('joinInfoByCode', aGame(more));
    await open();
    await enter('k7wq4m');
    await screen.findByText(sentence);
  });

  it('says that there is no such game, and nothing while the server cannot be asked', async () => {
    gateway.refuse('joinInfoByCode', 'game-not-found');
    await open();
    await enter('ZZZZZZ');
    await screen.findByText('Game not found');
    gateway.disconnect('joinInfoByCode');
    await enter('YYYYYY');
    expect(screen.queryByText('Game not found')).toBeNull();
    joinForm().getByText('6 letters and digits, or paste the link');
  });

  it('asks for the whole code and a name before anything is sent', async () => {
    signInAs(A_GUEST);
    await open();
    await enter('K7WQ');
    await join();
    joinForm().getByText('A game code has 6 characters.');
    joinForm().getByText('Please enter your name.');
    await fill('Game Code', 'K7WQ4');
    expect(joinForm().queryByText('A game code has 6 characters.')).toBeNull();
    expect(gateway.inputsOf('joinInfoByCode')).toEqual([]);
    await fill('Your Name', '🇧🇷'.repeat(21));
    expect(valueOf('Your Name')).toBe('🇧🇷'.repeat(20));
  });

  it('leads to the game, keeps the name, and makes a seat secret for it', async () => {
    signInAs(PAT);
    gateway.answer('joinInfoByCode', aGame());
    await open();
    await enter('K7WQ4M', '  Nora ');
    await submit(screen.getByLabelText('Your Name'));
    expect(addressNow()).toBe('/game/g1');
    expect(playerMark('g1')).toMatchObject({ name: 'Nora', playerId: null });
    expect(preferredName()).toBe('Nora');
  });

  it('signs a visitor in as a guest without asking', async () => {
    gateway.answer('joinInfoByCode', aGame());
    gateway.answer('guest', TOKENS);
    await open();
    await enter('K7WQ4M', 'Nora');
    await join();
    expect(addressNow()).toBe('/game/g1');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.inputsOf('guest')).toHaveLength(1);
  });

  it('asks a visitor to sign in when a guest sign-in fails; closing it joins no game', async () => {
    gateway.answer('joinInfoByCode', aGame());
    gateway.refuse('guest', 'guest-failed');
    await open();
    await enter('K7WQ4M', 'Nora');
    await join();
    const modal = await dialog('Sign In');
    modal.getByText('You must be logged in to join a game');
    modal.getByText('Failed to sign in as guest');
    await press('Close', modal);
    expect(addressNow()).toBe('/');
    await join();
    gateway.answer('guest', TOKENS);
    await press('Continue as Guest', await dialog('Sign In'));
    await pass();
    expect(addressNow()).toBe('/game/g1');
  });

  it('joins as a guest after a wait for room, with the name and code that were typed', async () => {
    gateway.answer('joinInfoByCode', aGame());
    gateway.refuse('guest', 'guest-wait', { n: 5 });
    await open();
    await enter('K7WQ4M', 'Nora');
    await join();
    const modal = await dialog('Sign In');
    modal.getByText('Many people are joining right now. You will be signed in as soon as there is room.');
    await pass(4_500);
    expect(gateway.inputsOf('guest')).toHaveLength(1);
    await pass(500);
    expect([valueOf('Game Code'), valueOf('Your Name'), addressNow()]).toEqual(['K7WQ4M', 'Nora', '/']);
    gateway.answer('guest', TOKENS);
    await pass(30_000);
    expect(addressNow()).toBe('/game/g1');
    expect(playerMark('g1')).toMatchObject({ name: 'Nora' });
  });

  it.each([
    [
      'a game that is over',
      () => gateway.answer('joinInfoByCode', aGame({ status: 'completed' })),
      'This game has already ended',
    ],
    ['a game that is gone', () => gateway.refuse('joinInfoByCode', 'game-not-found'), 'Game not found'],
    ['a server that is away', () => gateway.disconnect('joinInfoByCode'), 'Failed to join game'],
    ['a server that fails', () => gateway.refuse('joinInfoByCode', 'internal'), 'Failed to join game'],
    [
      'a server that is busy',
      () => gateway.refuse('joinInfoByCode', 'busy'),
      'The server is very busy. Please try again in a moment.',
    ],
  ])('shows at the code why no player can join %s', async (_, prepare, sentence) => {
    signInAs(PAT);
    prepare();
    await open();
    await enter('K7WQ4M', 'Nora');
    await join();
    await screen.findByText(sentence);
    expect(addressNow()).toBe('/');
  });

  it('says that joining is closed before a name is asked or a guest made, and lets a player who left back', async () => {
    gateway.answer('joinInfoByCode', ({ query }) =>
      aGame({ joiningLocked: true, rejoin: (query as { name?: string }).name === 'Nora' }),
    );
    gateway.answer('guest', TOKENS);
    await open();
    await enter('K7WQ4M', '');
    screen.getByText(/has closed joining/);
    // A player with a new phone, or the moderator, may still get in.
    expect(screen.getByRole('button', { name: 'Join Game' }).hasAttribute('disabled')).toBe(false);
    expect(gateway.inputsOf('guest')).toEqual([]);
    await enter('K7WQ4M', 'Nora');
    await join();
    expect(addressNow()).toBe('/game/g1');
  });

  it('notices by itself that joining was opened again, asks less and less often, and not while it is hidden', async () => {
    gateway.answer('joinInfoByCode', aGame({ joiningLocked: true }));
    await open();
    await enter('K7WQ4M', 'Nora');
    await screen.findByText(/has closed joining/);
    const lookUps = () => gateway.inputsOf('joinInfoByCode').length;
    const first = lookUps();
    await pass(5_000);
    expect(lookUps()).toBe(first + 1);
    await pass(5_000);
    expect(lookUps()).toBe(first + 1);
    gateway.disconnect('joinInfoByCode');
    await pass(5_000);
    expect(lookUps()).toBe(first + 2);
    screen.getByText(/has closed joining/);
    gateway.answer('joinInfoByCode', aGame());
    const isHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await pass(60_000);
    expect(lookUps()).toBe(first + 2);
    isHidden.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('Ruth’s game, 1 player so far');
    await pass(60_000);
    expect(lookUps()).toBe(first + 3);
  });

  it('says at once that the game of a code is over', async () => {
    gateway.answer('joinInfoByCode', aGame({ status: 'completed', rejoin: true }));
    keepModeratorMark('g1', { moderatorName: 'Ruth' });
    await open();
    await enter('K7WQ4M', 'Nora');
    await screen.findByText('This game has already ended');
    expect(joinForm().queryByText(/Ruth/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Rejoin as Moderator' })).toBeNull();
    joinForm().getByRole('button', { name: 'Join Game' });
  });

  it('fills in the display name of an account, and nothing after signing out', async () => {
    signInAs(PAT);
    gateway.answer('signOut', {});
    await open();
    expect(valueOf('Your Name')).toBe('Pat');
    await fill('Your Name', 'Patricia');
    await act(() => useSession.getState().signOut());
    expect(valueOf('Your Name')).toBe('');
    gateway.answer('joinInfoByCode', aGame());
    gateway.answer('guest', TOKENS);
    await enter('K7WQ4M', 'Quinn');
    await join();
    expect(preferredName()).toBe('Quinn');
    await act(() => useSession.getState().signOut());
    expect(preferredName()).toBe('');
  });

  it('offers to rejoin under the name of an inactive player, in any case of letters', async () => {
    gateway.answer('joinInfoByCode', ({ query }) => aGame({ rejoin: query?.name?.toLowerCase() === 'nora' }));
    await open();
    await enter('K7WQ4M', 'nORA');
    await screen.findByText('A player called nORA left this game. If that was you, Ruth can let you back in.');
    joinForm().getByRole('button', { name: 'Rejoin Game' });
    await fill('Your Name', 'Norah');
    // A message about the previous name is not shown for this one, even before the answer arrives.
    joinForm().getByRole('button', { name: 'Join Game' });
    await pass(TYPING_PAUSE_MS);
    await screen.findByText('Ruth’s game, 1 player so far');
  });

  it('knows the player who left on this device, and fills in the name', async () => {
    localStorage.setItem('earworm.preferred-name', 'Nora');
    keepPlayerMark('g1', { name: 'Nora', playerId: 'guest-1' });
    gateway.answer('joinInfoByCode', aGame({ rejoin: true }));
    await open();
    await enter('K7WQ4M');
    expect(valueOf('Your Name')).toBe('Nora');
    await screen.findByText('You left this game as Nora. Your score has been kept.');
    joinForm().getByRole('button', { name: 'Rejoin Game' });
  });

  it('offers to rejoin as the moderator where this browser has moderated the game', async () => {
    gateway.answer('joinInfoByCode', aGame());
    await open();
    await enter('K7WQ4M');
    await screen.findByText('Ruth’s game, 1 player so far');
    expect(screen.queryByRole('link', { name: 'Rejoin as Moderator' })).toBeNull();
    keepModeratorMark('g1', { moderatorName: 'Ruth' });
    await enter('K7WQ4M', 'Ruth');
    await screen.findByText('You moderated this game on this device.');
    await click(screen.getByRole('link', { name: 'Rejoin as Moderator' }));
    expect(addressNow()).toBe('/moderator-rejoin/g1');
  });

  it('removes every key of the browser’s storage that contains _completed, and no other', async () => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('game_completed_abc', '1');
      storage.setItem('earworm.tour_completed', '1');
      storage.setItem('somebody-elses', 'stays');
    }
    await open();
    for (const storage of [localStorage, sessionStorage]) {
      expect(Object.keys(storage).filter((key) => key.includes('_completed'))).toEqual([]);
      expect(storage.getItem('somebody-elses')).toBe('stays');
    }
  });
});

describe.each(WAYS)('the home page opened by a QR code, %s', (_way, knowsArrivals) => {
  beforeEach(() => onWay(knowsArrivals));
  const open = async (code = 'k7wq4m') => {
    await draw(<HomePage />, { at: `/?code=${code}` });
    await pass(TYPING_PAUSE_MS);
  };
  const title = () => screen.getByRole('heading', { level: 1 }).textContent;

  it('shows only the host’s name, one field and one button, and a way to another code', async () => {
    gateway.answer('joinInfoByCode', aGame({ playerCount: 18 }));
    await open();
    expect(title()).toBe('Ruth’s game');
    screen.getByText(/18 players so far/);
    expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Your Name')]);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Join Game']);
    expect([screen.queryByRole('tab'), screen.queryByRole('listitem')]).toEqual([null, null]);
    await click(screen.getByRole('link', { name: 'Not Ruth’s game? Enter another code' }));
    expect(addressNow()).toBe('/');
    screen.getByRole('tab', { name: 'Join Game' });
    expect(valueOf('Game Code')).toBe('');
  });

  it('shows the name of an event’s room instead of the host’s', async () => {
    gateway.answer(
      'joinInfoByCode',
      aGame({ moderatorName: 'Hall B, table 12, b', room: 'Hall B, table 12, by the window' }),
    );
    await open();
    expect(title()).toBe('Hall B, table 12, by the window');
    screen.getByRole('link', { name: 'Enter another code' });
  });

  it('shows the event of the room in its colours', async () => {
    const showId = ROOM.showId as ShowId;
    gateway.answer('showBrand', {
      name: 'Company night',
      colours: { text: '#000000', background: '#ffcc00' },
      logo: null,
    });
    gateway.answer('joinInfoByCode', aGame({ room: 'Hall B, table 12', showId }));
    await open();
    expect(screen.getByText('Company night').style.backgroundColor).toBe('rgb(255, 204, 0)');
    expect(gateway.inputsOf('showBrand').map(({ params }) => params)).toEqual([{ showId }]);
    expect(title()).toBe('Hall B, table 12');
  });

  it('looks the code up with the signature of the link, and without one when it has none', async () => {
    gateway.answer('joinInfoByCode', aGame());
    await open('K7WQ4M&s=a-_bcdefghi');
    expect(gateway.inputsOf('joinInfoByCode').at(-1)?.query).toEqual({ signature: 'a-_bcdefghi' });
    cleanup();
    await open('K7WQ4M');
    expect(gateway.inputsOf('joinInfoByCode').at(-1)?.query).toEqual({});
  });

  it('says that joining is closed, lets a player who left back, and notices when it is open again', async () => {
    gateway.answer('joinInfoByCode', ({ query }) => aGame({ joiningLocked: true, rejoin: query?.name === 'Nora' }));
    await open();
    expect(title()).toBe('Ruth’s game');
    expect(screen.getByRole('status').textContent).toContain('Ruth has closed joining');
    await fill('Your Name', 'Nora');
    await pass(TYPING_PAUSE_MS);
    screen.getByText(/A player called Nora left this game/);
    screen.getByRole('button', { name: 'Rejoin Game' });
    await fill('Your Name', 'Norah');
    await pass(TYPING_PAUSE_MS);
    screen.getByText(/has closed joining/);
    gateway.answer('joinInfoByCode', aGame());
    await pass(5_000);
    expect(screen.getByRole('status').textContent).toContain('1 player so far');
    expect(valueOf('Your Name')).toBe('Norah');
  });

  it('leads to the game with the name alone', async () => {
    signInAs(PAT);
    gateway.answer('joinInfoByCode', aGame());
    await open();
    await fill('Your Name', '');
    await press('Join Game');
    screen.getByText('Please enter your name.');
    await fill('Your Name', ' Nora ');
    await submit(screen.getByLabelText('Your Name'));
    expect(addressNow()).toBe('/game/g1');
    expect(playerMark('g1')).toMatchObject({ name: 'Nora', gameCode: 'K7WQ4M' });
  });

  it('says how many play a game that has started, and offers a player who left the way back', async () => {
    gateway.answer('joinInfoByCode', ({ query }) => aGame({ status: 'playing', rejoin: query?.name === 'Nora' }));
    await open();
    screen.getByText(/has started, 1 player/);
    await fill('Your Name', 'Nora');
    await pass(TYPING_PAUSE_MS);
    screen.getByText(/A player called Nora left this game/);
    screen.getByRole('button', { name: 'Rejoin Game' });
  });

  it.each([
    ['is over', () => gateway.answer('joinInfoByCode', aGame({ status: 'completed' })), 'This game has already ended'],
    ['is gone', () => gateway.refuse('joinInfoByCode', 'game-not-found'), 'Game not found'],
  ])('says that the game %s, and leads to the home page', async (_, prepare, sentence) => {
    prepare();
    await open();
    expect(title()).toBe(sentence);
    expect(screen.queryByRole('textbox')).toBeNull();
    await click(screen.getByRole('link', { name: 'Enter another code' }));
    screen.getByRole('tab', { name: 'Join Game' });
  });

  it('offers to join while the server does not say whose game it is', async () => {
    signInAs(PAT);
    gateway.disconnect('joinInfoByCode');
    await open();
    expect(title()).toBe('Join Game');
    await press('Join Game');
    await screen.findByText('Failed to join game');
  });

  it('offers to rejoin as the moderator where this browser has moderated the game', async () => {
    keepModeratorMark('g1', { moderatorName: 'Ruth' });
    gateway.answer('joinInfoByCode', aGame());
    await open();
    screen.getByRole('link', { name: 'Rejoin as Moderator' });
  });

  it('shows the usual form when the address has only a part of a code', async () => {
    await open('K7W');
    expect(valueOf('Game Code')).toBe('K7W');
  });
});

describe('the create tab', () => {
  const open = () => draw(<HomePage />, { at: '/?create' });
  const createForm = () => within(screen.getByRole('tabpanel', { name: 'Create Game' }));
  const create = (button = 'Create Game') => press(button, createForm());

  it('asks for the moderator’s name before anything is sent', async () => {
    signInAs(A_GUEST);
    await open();
    await create();
    createForm().getByText('Please enter your name.');
    expect(gateway.inputsOf('createGame')).toEqual([]);
    await fill('Moderator Name', 'x'.repeat(21));
    expect(valueOf('Moderator Name')).toBe('x'.repeat(20));
  });

  it.each([
    ['Create Game', 'empty'],
    ['Try the starter quiz', 'starter'],
  ] as const)(
    '“%s” leads to the setup of a game with the quiz “%s”, and keeps the moderator’s marker',
    async (button, quiz) => {
      signInAs(PAT);
      gateway.answer('createGame', { gameId: 'g1', gameCode: 'K7WQ4M' });
      await open();
      await fill('Moderator Name', ' Ruth ');
      await create(button);
      expect(gateway.inputsOf('createGame')[0]?.body).toMatchObject({ moderatorName: 'Ruth', quiz });
      expect(addressNow()).toBe('/setup/g1');
      expect(moderatorMark('g1')?.moderatorName).toBe('Ruth');
      expect(preferredName()).toBe('Ruth');
    },
  );

  it('signs a visitor in as a guest without asking', async () => {
    gateway.answer('guest', TOKENS);
    gateway.answer('createGame', { gameId: 'g1', gameCode: 'K7WQ4M' });
    await open();
    await fill('Moderator Name', 'Ruth');
    await create();
    expect(addressNow()).toBe('/setup/g1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks a visitor to sign in when a guest sign-in fails, and then continues', async () => {
    gateway.disconnect('guest');
    await open();
    await fill('Moderator Name', 'Ruth');
    await create();
    const modal = await dialog('Sign In');
    modal.getByText('You must be logged in to create a game');
    modal.getByText('Failed to sign in as guest');
    gateway.answer('guest', TOKENS);
    gateway.answer('createGame', { gameId: 'g1', gameCode: 'K7WQ4M' });
    await press('Continue as Guest', await dialog('Sign In'));
    await pass();
    expect(addressNow()).toBe('/setup/g1');
  });

  it('creates one game also when the answer to the first try was lost', async () => {
    signInAs(PAT);
    gateway.disconnect('createGame');
    await open();
    await fill('Moderator Name', 'Ruth');
    await create();
    await screen.findByText('Failed to create game');
    gateway.answer('createGame', { gameId: 'g1', gameCode: 'K7WQ4M' });
    await create();
    const [first, second] = gateway.inputsOf('createGame').map(({ body }) => body.requestId);
    expect(second).toBe(first);
    expect(addressNow()).toBe('/setup/g1');
  });

  it.each([
    [
      'limit-create',
      { n: 60 },
      "You've created too many games recently. Please wait 60 seconds before creating another game.",
    ],
    ['create-failed', {}, 'Failed to create game'],
    ['name-too-long', {}, 'A name can have at most 20 characters.'],
    ['sign-in-to-create', {}, 'You must be logged in to create a game'],
  ] as const)('says why no game was created: %s', async (code, params, sentence) => {
    signInAs(PAT);
    gateway.refuse('createGame', code, params);
    await open();
    await fill('Moderator Name', 'Ruth');
    await create();
    await screen.findByText(sentence);
    expect(addressNow()).toBe('/?create');
  });
});

describe('the list of open games on the home page', () => {
  const RUTH = { id: 'ruth', name: 'Ruth' };
  const desk = (more: object = {}) =>
    keepModeratorMark('g1', { moderatorName: 'Ruth', gameCode: 'K7WQ4M', userId: 'ruth', ...more });
  const open = async () => {
    await draw(<HomePage />);
    await pass();
  };
  const theGame = () =>
    screen.findByRole('region', { name: /^Your game K7WQ4M (is still running|has not started yet)$/ });
  const noGame = () => expect(screen.queryByRole('region', { name: /^Your game K7WQ4M/ })).toBeNull();

  it.each([
    ['setup', '/setup/g1'],
    ['playing', '/game/g1'],
  ] as const)('leads a moderator back to the desk of a game in %s with one tap', async (status, path) => {
    signInAs(RUTH);
    gateway.answer('joinInfoByCode', aGame({ status, playerCount: 18 }));
    desk();
    await open();
    within(await theGame()).getByText('You are the moderator · 18 players · just now');
    await press('Back to Your Desk');
    expect(addressNow()).toBe(path);
  });

  it.each([
    ['setup', 'You are setting up a game', '/setup/g1'],
    ['playing', 'Your game is still running', '/game/g1'],
  ] as const)(
    'leads an account to its desk of a game in %s from a browser that knows nothing of it',
    async (status, lead, path) => {
      signInAs(RUTH);
      const entry = { moderatorId: 'ruth', moderatorName: 'Ruth', completedAt: null, role: 'moderator' as const };
      const more = { playerCount: 18, standings: [], score: null, rank: null };
      const game = { gameId: 'g1', gameCode: 'K7WQ4M', status, createdAt: Date.now(), ...entry, ...more };
      gateway.answer('history', { games: [game, { ...game, gameId: 'g0', gameCode: 'ABC234', status: 'completed' }] });
      gateway.answer('joinInfoByCode', aGame({ status, playerCount: 18 }));
      await open();
      within(await theGame()).getByText(lead);
      expect(gateway.inputsOf('history')).toMatchObject([{ query: { list: 'moderated' } }]);
      expect(gateway.inputsOf('joinInfoByCode')).toHaveLength(1);
      await press('Back to Your Desk');
      expect(addressNow()).toBe(path);
    },
  );

  it('lists a game once that the account and this browser know', async () => {
    signInAs(RUTH);
    desk();
    const entry = { moderatorId: 'ruth', moderatorName: 'Ruth', completedAt: null, role: 'moderator' as const };
    const more = { playerCount: 1, standings: [], score: null, rank: null, status: 'playing' as const };
    gateway.answer('history', {
      games: [{ gameId: 'g1', gameCode: 'K7WQ4M', createdAt: Date.now(), ...entry, ...more }],
    });
    gateway.answer('joinInfoByCode', aGame({ status: 'playing' }));
    await open();
    await theGame();
    expect(screen.getAllByRole('button', { name: 'Back to Your Desk' })).toHaveLength(1);
  });

  it('asks for no games of an account while a guest is signed in', async () => {
    signInAs(A_GUEST);
    await open();
    expect(gateway.inputsOf('history')).toEqual([]);
  });

  it('leads a player back to the seat with one tap, as a guest without an account', async () => {
    gateway.answer('joinInfoByCode', aGame({ status: 'playing' }));
    gateway.answer('guest', TOKENS);
    keepPlayerMark('g1', { name: 'Nora', playerId: 'guest-1', gameCode: 'K7WQ4M' });
    await open();
    within(await theGame()).getByText('As Nora · 1 player · just now');
    await press('Back to Your Seat');
    expect(addressNow()).toBe('/game/g1');
  });

  it.each<[string, () => void]>([
    ['never got a seat', () => {}],
    [
      'was banned from the game',
      () => {
        keepPlayerMark('g1', { name: 'Nora', playerId: 'guest-1' });
        markBanned('g1');
      },
    ],
  ])('offers no seat to a player who %s', async (_, prepare) => {
    gateway.answer('joinInfoByCode', aGame({ status: 'playing' }));
    keepPlayerMark('g1', { name: 'Nora', gameCode: 'K7WQ4M' });
    prepare();
    await open();
    noGame();
  });

  it('hides the desk from another user of this browser, and after signing out', async () => {
    gateway.answer('joinInfoByCode', aGame());
    gateway.answer('signOut', {});
    desk();
    signInAs(PAT);
    await open();
    noGame();
    await act(() => useSession.getState().signOut());
    await pass();
    noGame();
    expect(moderatorMark('g1')).not.toBeNull();
  });

  it.each([
    ['is over', () => gateway.answer('joinInfoByCode', aGame({ status: 'completed' }))],
    [
      'has given its code to another game',
      () => gateway.answer('joinInfoByCode', aGame({ gameId: GameId.parse('g2') })),
    ],
    ['is gone', () => gateway.refuse('joinInfoByCode', 'game-not-found')],
  ])('forgets a game that %s', async (_, prepare) => {
    signInAs(RUTH);
    prepare();
    desk();
    keepPlayerMark('g1', { name: 'Ruth', playerId: 'ruth', gameCode: 'K7WQ4M' });
    await open();
    noGame();
    expect([moderatorMark('g1'), playerMark('g1')]).toEqual([null, null]);
  });

  it('keeps a game of which the server says nothing now', async () => {
    signInAs(RUTH);
    gateway.disconnect('joinInfoByCode');
    desk();
    await open();
    noGame();
    expect(moderatorMark('g1')).not.toBeNull();
  });

  it('keeps the desk of a guest for the account that the guest signs in to', async () => {
    gateway.answer('joinInfoByCode', aGame());
    signInAs(A_GUEST);
    desk({ userId: 'guest-1' });
    moveModeratorMarks('guest-1', 'ruth');
    signInAs(RUTH);
    await open();
    await theGame();
  });
});

describe('the home page', () => {
  it('opens the form for a new password by the link from the mail, and takes the secret out of the address', async () => {
    gateway.answer('joinInfoByCode', aGame());
    await draw(<HomePage />, { at: '/?reset=a-token-of-a-mail&code=K7WQ4M' });
    await dialog('Choose a New Password');
    expect(addressNow()).toBe('/?code=K7WQ4M');
  });

  it('switches between joining and creating', async () => {
    await draw(<HomePage />);
    await click(screen.getByRole('tab', { name: 'Create Game' }));
    expect(screen.getByRole('tab', { name: 'Create Game' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hear it. Buzz it. Name it. ');
  });
});

describe('the page on which a moderator comes back', () => {
  const open = (gameId: string | null = 'g1') =>
    draw(<ModeratorRejoinPage />, {
      at: gameId === null ? '/moderator-rejoin' : `/moderator-rejoin/${gameId}`,
      path: '/moderator-rejoin/:gameId?',
    });

  beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

  it('says that the game id is missing', async () => {
    await open(null);
    screen.getByRole('heading', { name: 'Rejoin Error' });
    expect(screen.getByRole('alert').textContent).toBe('Game ID is missing...');
  });

  it('offers an account the way to its desk on a device without the marker', async () => {
    await open();
    expect(screen.getByRole('alert').textContent).toBe('You are not authorized to rejoin this game as moderator.');
    await click(screen.getByRole('link', { name: 'Open the game with this account' }));
    expect(addressNow()).toBe('/game/g1');
  });

  it('refuses to let a guest rejoin without the marker in this browser', async () => {
    signInAs({ id: 'somebody', name: 'Somebody', roles: ['guest'] });
    server.play(creates());
    await open();
    screen.getByRole('heading', { name: 'Rejoin Error' });
    expect(screen.getByRole('alert').textContent).toBe('You are not authorized to rejoin this game as moderator.');
    expect(screen.queryByRole('button', { name: 'Rejoin Now' })).toBeNull();
    await click(screen.getByRole('link', { name: 'Back to Home' }));
    expect(addressNow()).toBe('/');
  });

  it('believes the server, not the marker, about who the moderator is', async () => {
    signInAs(PAT);
    server.play(creates());
    keepModeratorMark('g1', { moderatorName: 'Mo' });
    await open();
    await screen.findByText('Cannot rejoin: Missing information or authorization.');
    screen.getByRole('heading', { name: 'Rejoin Error' });
  });

  it('clears the moderator-left flag and leads to the game', async () => {
    server.play(creates());
    server.play(starts());
    server.play(moderatorLeaves());
    keepModeratorMark('g1', { moderatorName: 'Mo' });
    await open();
    screen.getByText('You moderate as Mo.');
    await press('Rejoin Now');
    await pass();
    expect(server.commands).toEqual([{ type: 'rejoinAsModerator' }]);
    expect(addressNow()).toBe('/game/g1');
  });

  it('says that it failed, and can be tried again', async () => {
    server.play(creates());
    server.play(moderatorLeaves());
    keepModeratorMark('g1', { moderatorName: 'Mo' });
    await open();
    server.refuseNext('rejoinAsModerator', 'internal');
    await press('Rejoin Now');
    await screen.findByText('Failed to rejoin. Please try again.');
    await press('Rejoin Now');
    await pass();
    expect(addressNow()).toBe('/game/g1');
  });
});
