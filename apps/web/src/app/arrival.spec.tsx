import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ErrorCode, JoinInfo, Params, RouteReply } from '@earworm/contracts';
import { bans, creates, GAME_ID, joins, leaves, locksJoining, MODERATOR, starts } from '@earworm/rules/testing';
import { act, screen } from '@testing-library/react';
import { useSession } from '../platform/session/session.js';
import { keepPlayerMark, playerMark } from '../platform/storage/game-marks.js';
import { gateway } from '../testing/fake-gateway.js';
import { TestSocket } from '../testing/game-server.js';
import { server } from '../testing/one-game.js';
import { signInAs, type TestUser, tokenOf } from '../testing/render.js';
import { draw, fill, pass, press } from '../testing/user-actions.js';
import '../platform/theme/kit.css';
import '../features/buzzer/buzzer-page.js';
import '../features/desk/desk-page.js';
import './game-page.js';
import './other-pages.js';
import { AppRoutes } from './routes.js';

const PAT = { id: 'pat', name: 'Pat' };
const A_GUEST: TestUser = { id: 'guest-1', name: 'guest-1', roles: ['guest'] };
const TOKENS: RouteReply<'guest'> = {
  ...{ access_token: tokenOf(A_GUEST), refresh_token: 'r', token_type: 'Bearer' },
  ...{ expires_in: 300, refresh_expires_in: 3_600 },
};
const CODE = 'K7WQ4M';
const aGame = (more: Partial<JoinInfo> = {}): JoinInfo => ({
  ...{ gameId: GAME_ID, gameCode: CODE, status: 'playing', moderatorName: 'Mo', moderatorLeft: false },
  ...{ playerCount: 0, rejoin: false },
  ...more,
});

/** Frames of all sockets of this test, with the socket's number. */
let sent: { readonly socket: number; readonly type: string; readonly text: string }[];
let sockets: number;
beforeEach(() => {
  sent = [];
  sockets = 0;
  gateway.answer('joinInfoByCode', aGame());
  gateway.answer('guest', TOKENS);
  gateway.answer('history', { games: [] });
  const game = () => server;
  globalThis.WebSocket = class extends TestSocket {
    readonly #number = ++sockets;
    constructor() {
      super(game(), (soon) => void Promise.resolve().then(soon));
    }
    override send(text: string): void {
      sent.push({ socket: this.#number, text, type: (JSON.parse(text) as { type: string }).type });
      super.send(text);
    }
  } as unknown as typeof WebSocket;
  server.play(creates());
});

const sentTypes = () => sent.filter(({ type }) => type !== 'ping').map(({ type }) => type);
const enters = () => sent.filter(({ type }) => type === 'enter').map(({ text }) => text);
const addressNow = () => location.pathname;
async function scan(name: string): Promise<void> {
  await draw(<AppRoutes />, { at: `/?code=${CODE}` });
  await fill('Your Name', name);
  await pass(300);
}
async function tap(button = 'Join Game'): Promise<void> {
  await press(button);
  await settle();
}
/** Pages and their chunks arrive in turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await pass(1);
}

describe('the way from a link to the buzzer', () => {
  it('takes one socket, one frame for the tap and no request', async () => {
    server.play(starts());
    await scan('Nora');
    const requests = gateway.inputsOf('joinInfo').length;
    await tap();
    expect(addressNow()).toBe(`/game/${GAME_ID}`);
    expect(screen.getByTestId('buzzer').dataset['state']).toBe('wait');
    expect([sockets, sentTypes()]).toEqual([1, ['arrive', 'arrive', 'enter']]);
    expect(gateway.inputsOf('joinInfo')).toHaveLength(requests);
    expect(useSession.getState().user?.id).toBe('guest-1');
    const { seatSecret } = playerMark(GAME_ID)!;
    expect(server.commands).toEqual([{ type: 'joinGame', name: 'Nora', seatSecret }]);
    expect(playerMark(GAME_ID)).toMatchObject({ name: 'Nora', playerId: 'guest-1' });
  });

  it('shows the token of a user who is signed in, in no address', async () => {
    signInAs(PAT);
    await scan('Nora');
    await tap();
    expect(enters()).toEqual([expect.stringContaining(tokenOf(PAT))]);
    expect(gateway.inputsOf('guest')).toEqual([]);
    expect(useSession.getState().user?.id).toBe('pat');
  });

  it('leaves it to the device’s cookie where the browser stores no secret', async () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'QuotaExceededError');
    };
    try {
      await scan('Nora');
      await tap();
    } finally {
      Storage.prototype.setItem = setItem;
    }
    expect(server.commands).toEqual([{ type: 'joinGame', name: 'Nora' }]);
    expect(addressNow()).toBe(`/game/${GAME_ID}`);
  });

  it('asks for the seat of a player who left', async () => {
    server.play(joins('guest-1', 'Nora'));
    server.play(leaves('guest-1'));
    gateway.answer('joinInfoByCode', aGame({ rejoin: true }));
    keepPlayerMark(GAME_ID, { name: 'Nora', playerId: 'guest-1' });
    await scan('Nora');
    await tap('Rejoin Game');
    expect(server.commands).toMatchObject([{ type: 'requestSeat', name: 'Nora' }]);
    expect(screen.getByTestId('buzzer')).toBeTruthy();
    expect([sockets, sentTypes()]).toEqual([1, ['arrive', 'enter']]);
  });

  it('waits on the game’s page for the moderator who is asked for a seat', async () => {
    server.play(joins('somebody', 'Nora'));
    server.play(leaves('somebody'));
    gateway.answer('joinInfoByCode', aGame({ rejoin: true }));
    await scan('Nora');
    await tap('Rejoin Game');
    screen.getByRole('heading', { name: 'Asking Mo for your seat' });
    expect(server.commands).toHaveLength(1);
  });

  it('shows the place in line and how long it takes, and then the game', async () => {
    await scan('Nora');
    server.delayNext('joinGame', { ms: 130_000, place: 260, everyMs: 500 });
    await tap();
    screen.getByText(/You are number 260 in the queue: about 2 minutes to go/);
    await pass(80_000);
    screen.getByText(/You are number 100 in the queue: less than a minute to go/);
    expect(screen.getByRole('button', { name: 'Join Game' }).hasAttribute('disabled')).toBe(true);
    act(() => server.release());
    await settle();
    expect(screen.getByTestId('buzzer')).toBeTruthy();
  });

  it('keeps a user who has signed in meanwhile, for whom the game’s page takes the seat', async () => {
    await scan('Nora');
    server.hold();
    await tap();
    signInAs(PAT);
    act(() => server.release());
    await settle();
    expect(useSession.getState().user?.id).toBe('pat');
    expect([sockets, sentTypes()]).toEqual([2, ['arrive', 'arrive', 'enter', 'hello', 'command']]);
  });

  it('renews a token that the server refuses, and joins as a guest where the session is over', async () => {
    signInAs(PAT);
    gateway.refuse('token', 'token-expired');
    gateway.refuse('refresh', 'token-expired');
    await scan('Nora');
    server.refuseEntry('token-expired');
    await tap();
    await settle();
    expect(enters().map((text) => text.includes('"token"'))).toEqual([true, false]);
    expect(gateway.inputsOf('refresh')).toHaveLength(1);
    expect([useSession.getState().user?.id, addressNow()]).toEqual(['guest-1', `/game/${GAME_ID}`]);
  });
});

describe('a player who is let in without a seat', () => {
  const refused = (code: ErrorCode, params?: Params) => server.refuseNext('joinGame', code, params);

  it('sees another name at once when the name is taken', async () => {
    await scan('Nora');
    refused('name-taken', { proposal: 'Nora 2' });
    await tap();
    screen.getByText('This name is already taken in this game.');
    expect([sockets, sentTypes()]).toEqual([1, ['arrive', 'arrive', 'enter']]);
    await press('Join as Nora 2');
    await settle();
    expect(server.commands.map((command) => 'name' in command && command.name)).toEqual(['Nora', 'Nora 2']);
    expect(screen.getByTestId('buzzer')).toBeTruthy();
  });

  it.each<[ErrorCode, string]>([
    ['banned', 'The moderator banned you from this game.'],
    ['limit-seats', 'Too many players have joined this game from this device.'],
    ['internal', 'Failed to join game'],
  ])('sees why, and nothing is sent again: %s', async (code, text) => {
    await scan('Nora');
    refused(code);
    await tap();
    screen.getByText(text);
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Nora');
    expect([sockets, sentTypes()]).toEqual([1, ['arrive', 'arrive', 'enter']]);
  });

  it('sees that joining is closed until it is opened', async () => {
    server.play(locksJoining(true));
    await scan('Nora');
    await tap();
    screen.getByText(/This game is not open to new players/);
    expect(server.commands).toHaveLength(1);
    await act(async () => server.play(locksJoining(false)));
    await settle();
    expect(screen.queryByText(/This game is not open to new players/)).toBeNull();
  });

  it('sees that the moderator has banned this player', async () => {
    server.play(joins('guest-1', 'Nora'));
    server.play(bans('guest-1'));
    await scan('Nora');
    await tap();
    screen.getByText(/You cannot join it again/);
    expect(server.commands).toHaveLength(1);
  });

  it('comes to the desk of a game that this user moderates', async () => {
    signInAs({ id: MODERATOR, name: 'Mo' });
    await scan('Mo');
    await tap();
    await settle();
    expect(addressNow()).toBe(`/game/${GAME_ID}`);
    expect(sent.some(({ type, text }) => type === 'hello' && text.includes('"as":"moderator"'))).toBe(true);
  });
});
