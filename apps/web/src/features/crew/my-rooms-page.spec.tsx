import { beforeEach, describe, expect, it } from '@jest/globals';
import { MyRoom } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { moderatorMark } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { SHOW, uuidOf } from '../../testing/shows.js';
import { click, draw, NOW, pass } from '../../testing/user-actions.js';
import { MyRoomsPage } from './my-rooms-page.js';

const room = (n: number, more: Partial<Record<keyof MyRoom, unknown>> = {}) =>
  MyRoom.parse({
    ...{ roomId: uuidOf(n), number: n, name: `Room ${n}`, group: '', showId: SHOW, showName: 'Company night' },
    ...{ place: 'Lyon', timeZone: 'Europe/Berlin', startsAt: NOW, gameId: `game-${n}`, gameCode: 'K7WQ4M' },
    ...{ status: 'setup', moderatorName: 'Room', hasDesk: true },
    ...more,
  });

beforeEach(() => signInAs({ id: 'cem', name: 'Cem' }));

async function open(rooms: readonly MyRoom[]) {
  gateway.answer('listMyRooms', { rooms: [...rooms] });
  await draw(<MyRoomsPage />, { at: '/my-rooms', path: '/my-rooms' });
  await pass();
}
const cards = () => within(screen.getByRole('list', { name: 'My rooms' })).getAllByRole('listitem');

describe('the page of my rooms', () => {
  it('shows event, room, start with its time zone and state of each room, and what to do', async () => {
    await open([room(7, { group: 'Hall A' }), room(9, { status: 'playing', name: 'Team Lyon' })]);
    expect(cards()[0]?.textContent).toContain('Company night · Lyon · Hall ARoom 7, Room 7');
    expect(cards()[0]?.textContent).toContain('Planned start: Fri, May 1, 2026, 02:00 PM (Europe/Berlin)');
    expect(cards().map(({ textContent }) => /Not started|Playing now|Over/.exec(textContent)?.[0])).toEqual([
      'Not started',
      'Playing now',
    ]);
    screen.getByRole('heading', { name: 'What to do' });
    screen.getByText('Half an hour before the start');
    screen.getByRole('heading', { name: 'When something is wrong' });
  });

  it.each([
    ['setup', 'Open the board', '/setup/game-7'],
    ['playing', 'Open the desk', '/game/game-7'],
  ] as const)(
    'opens the desk of a room whose game is in state %s, also on another device',
    async (status, what, path) => {
      await open([room(7, { status })]);
      await click(screen.getByRole('button', { name: `${what} of room 7, Room 7` }));
      await pass();
      expect(location.pathname).toBe(path);
      expect(moderatorMark('game-7')).toMatchObject({ gameCode: 'K7WQ4M', userId: 'cem' });
    },
  );

  it('gives no desk and no call for help to somebody who looks after players', async () => {
    await open([room(7, { hasDesk: false })]);
    await click(screen.getByRole('button', { name: 'Open the game of room 7, Room 7' }));
    await pass();
    expect([location.pathname, moderatorMark('game-7')]).toEqual(['/game/game-7', null]);
    expect(screen.queryByRole('button', { name: /Call for help/ })).toBeNull();
  });

  it('names how to get a room to somebody who has none', async () => {
    await open([]);
    screen.getByText('You run no room yet');
    expect(screen.queryByRole('heading', { name: 'What to do' })).toBeNull();
  });
});
