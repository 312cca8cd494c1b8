import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Room } from '@earworm/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { aRoom, aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, fill, NOW, openMenu, pass, press } from '../../testing/user-actions.js';
import { EventPage } from './event-page.js';

const SECRET = 's'.repeat(43);
const LATER = NOW + 86_400_000;
const PROGRESS_MS = 2_000;

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

async function open(show: Parameters<typeof aShow>[0] = {}, rooms: readonly Room[] = [], language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow(show));
  gateway.answer('listRooms', { rooms: [...rooms], next: null });
  await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language });
  await pass();
}
const roomList = () => within(screen.getByRole('list', { name: 'Rooms' })).queryAllByRole('listitem');
const ready = (count: number) => Array.from({ length: count }, (_, n) => aRoom(n + 1));

describe('the page of an event', () => {
  it('shows what is planned, how much of the quota is used, and when names are erased', async () => {
    await open({ counts: { ready: 2, planned: 1 } }, ready(3));
    expect([...document.querySelectorAll('dl')[0]!.children].map(({ textContent }) => textContent)).toEqual([
      'DateFri, May 8, 2026, 02:00 PMEurope/Berlin',
      'PlaceLyon',
      'Rooms3 of 302 ready',
      'Expected people60 of 60020 in each room',
      'The event is kept90 dayserased on Aug 6, 2026',
    ]);
  });

  it('reads all pages of the rooms', async () => {
    gateway.answer('readShow', aShow({ counts: { ready: 2 } }));
    const place = `1.${uuidOf(1)}`;
    gateway.answer('listRooms', ({ query }) =>
      query?.after === place ? { rooms: [aRoom(2)], next: null } : { rooms: [aRoom(1)], next: place },
    );
    await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId' });
    await pass();
    expect(roomList()).toHaveLength(2);
  });

  it('leads to adding rooms while there are none', async () => {
    await open();
    screen.getByText('No rooms yet');
    expect(screen.getAllByRole('link', { name: 'Add rooms' })[0]?.getAttribute('href')).toBe(
      `/events/${SHOW}/rooms/add`,
    );
  });

  it('shows number, name, state and code of each room, and why one failed', async () => {
    const rooms = [
      aRoom(137, { name: 'Team Lyon', group: 'Hall A', language: 'fr', gameCode: 'K7WQ4M' }),
      aRoom(138, { state: 'failed', code: 'quiz-too-large', gameId: null, gameCode: null }),
    ];
    await open({ counts: { ready: 1, failed: 1 } }, rooms);
    expect(roomList().map(({ textContent }) => textContent)).toEqual([
      '137Team LyonHall A · FrenchReadyK7WQ4M',
      expect.stringMatching(/^138Room 138FailedA game can have up to 256 KB/),
    ]);
  });

  it('finds rooms by number, name, code, group and state', async () => {
    const rooms = [aRoom(1, { group: 'Lyon' }), aRoom(2, { gameCode: 'ABCDEF' }), aRoom(31, { name: 'Night Shift' })];
    await open({ counts: { ready: 3 } }, rooms);
    for (const [wanted, found] of [
      ['31', 1],
      ['night', 1],
      ['abcdef', 1],
      ['Room', 2],
    ] as const) {
      await fill('Find a room', wanted);
      expect(roomList()).toHaveLength(found);
    }
    await fill('Find a room', 'nothing like it');
    screen.getByText('No room found');
  });

  it('prepares planned rooms and shows the progress until all are ready', async () => {
    await open({ counts: { planned: 2 } }, [aRoom(1, { state: 'planned', gameId: null, gameCode: null })]);
    const counts = { planned: 0, preparing: 2, ready: 0, failed: 0 };
    gateway.answer('prepareRooms', { counts });
    gateway.answer('readShow', aShow({ counts }));
    await press('Prepare 2 rooms');
    await pass();
    screen.getByRole('heading', { name: 'Preparing: 0 of 2 rooms are ready' });
    gateway.answer('readShow', aShow({ counts: { preparing: 1, ready: 1 } }));
    await pass(PROGRESS_MS);
    await screen.findByRole('heading', { name: 'Preparing: 1 of 2 rooms are ready' });
    gateway.answer('readShow', aShow({ counts: { ready: 2 } }));
    gateway.answer('listRooms', { rooms: [aRoom(1), aRoom(2)], next: null });
    await pass(PROGRESS_MS);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(roomList()).toHaveLength(2);
  });

  it('stops preparing only when asked twice, and retries what failed', async () => {
    await open({ counts: { preparing: 2, failed: 1 } });
    const counts = { planned: 0, preparing: 0, ready: 2, failed: 1 };
    gateway.answer('stopPreparing', { counts });
    gateway.answer('retryRooms', { counts });
    await press('Stop…');
    expect(gateway.inputsOf('stopPreparing')).toEqual([]);
    await press('Stop preparing', await dialog());
    await press('Retry 1 room');
    await pass();
    expect([gateway.inputsOf('stopPreparing').length, gateway.inputsOf('retryRooms').length]).toEqual([1, 1]);
  });

  it('prepares nothing once the event is over', async () => {
    await open({ isOpen: false, counts: { planned: 2 } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prepare 2 rooms' }).disabled).toBe(true);
    screen.getByText('This event is over. Change its start to prepare more rooms.');
  });

  it('makes a link for the moderator of a room at the second tap, and shows its secret nowhere else', async () => {
    await open({ counts: { ready: 1 } }, ready(1));
    gateway.answer('createRoomLink', { linkId: uuidOf(9), secret: SECRET, expiresAt: LATER });
    await click((await openMenu('Actions for room 1, Room 1')).item('Link for the moderator'));
    const opened = await dialog('Link for room 1, Room 1');
    expect(gateway.inputsOf('createRoomLink')).toEqual([]);
    await press('Create the link', opened);
    await pass();
    opened.getByTitle('QR code of the link for the moderator of room 1');
    expect(gateway.inputsOf('createRoomLink')).toMatchObject([{ params: { showId: SHOW, roomId: uuidOf(1) } }]);
    expect(document.body.textContent + JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(
      SECRET,
    );
  });

  it('removes the selected rooms, and says how many were removed before a refusal', async () => {
    await open({ counts: { ready: 3 } }, ready(3));
    await click(screen.getByRole('checkbox', { name: 'Select all 3 rooms' }));
    await press('Remove…');
    let calls = 0;
    gateway.answer('removeRoom', () => {
      calls += 1;
      return {};
    });
    await press('Remove 3 rooms', await dialog('Remove 3 rooms?'));
    await pass();
    expect(calls).toBe(3);
    gateway.refuse('removeRoom', 'room-preparing');
    await press('Remove…');
    await press('Remove 3 rooms', await dialog('Remove 3 rooms?'));
    await pass();
    screen.getByText('0 of 3 rooms were removed. This room is just getting its game. Please try again in a moment.');
  });

  it('leads from a selection to its sheets', async () => {
    await open({ counts: { ready: 2 } }, ready(2));
    await click(screen.getByRole('checkbox', { name: 'Select room 2, Room 2' }));
    await click(screen.getByRole('link', { name: 'Print their sheets' }));
    expect([location.pathname, (history.state as { usr: object }).usr]).toEqual([
      `/events/${SHOW}/sheets`,
      { roomIds: [uuidOf(2)] },
    ]);
  });

  it('saves its rooms as a file without anything secret', async () => {
    await open({ counts: { ready: 1 } }, [aRoom(1, { name: '=cmd', crewEmails: ['a@b.org'] })]);
    await click((await openMenu('More')).item('Save rooms as CSV'));
    expect(await savedFiles()).toMatchObject([
      {
        name: 'Company-night.csv',
        text:
          '\ufeff"id","number","name","group","template","rounds","language","start","crew","teams","code"\r\n' +
          `"LYO-1","1","'=cmd","","","","","","a@b.org","","K7WQ41"\r\n`,
      },
    ]);
  });

  it('deletes the event only when asked twice', async () => {
    await open({ counts: { ready: 1 } }, ready(1));
    gateway.answer('deleteShow', {});
    gateway.answer('listShows', { shows: [] });
    await click((await openMenu('More')).item('Delete event'));
    expect(gateway.inputsOf('deleteShow')).toEqual([]);
    await press('Delete the event', await dialog('Delete “Company night”?'));
    await pass();
    expect([gateway.inputsOf('deleteShow').length, location.pathname]).toEqual([1, '/events']);
  });

  it('lets an admin raise the quota', async () => {
    signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
    await open({ role: null });
    gateway.answer('setShowQuota', {});
    await click((await openMenu('More')).item('Change the quota'));
    const opened = await dialog('Quota of this event');
    await fill('Rooms', '500', opened);
    await fill('Expected people', '10000', opened);
    await press('Save', opened);
    await pass();
    expect(gateway.inputsOf('setShowQuota')).toMatchObject([
      { params: { showId: SHOW }, body: { rooms: 500, people: 10_000 } },
    ]);
  });

  describe('with networks of the venue', () => {
    const networks = (approved: number | null, people = 60) => ({
      ...{ networks: ['8.8.8.0/24', '8.8.4.4'], people, startsAt: NOW, from: NOW - 1_800_000, until: LATER },
      approved: approved === null ? null : { people: approved, at: NOW },
    });
    const buttons = () => screen.queryAllByRole('button', { name: /approv/i }).map(({ textContent }) => textContent);

    it.each([
      [networks(null), /^Waiting for an admin/],
      [networks(60), /^Approved for 60 people\.$/],
      [networks(60, 80), /^Approved for 60 people\. An admin has to approve that 80 come\.$/],
    ])('tells the staff whether %j is approved, without deciding about it', async (asked, state) => {
      await open({ networks: asked });
      screen.getByText(state);
      screen.getByText('8.8.8.0/24, 8.8.4.4');
      expect(buttons()).toEqual([]);
    });

    it('lets an admin approve exactly what the page shows, and withdraw it', async () => {
      signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
      await open({ role: null, networks: networks(60, 80) });
      gateway.answer('decideShowNetworks', {});
      expect(buttons()).toEqual(['Withdraw approval', 'Approve for 80 people']);
      await press('Approve for 80 people');
      await pass();
      await press('Withdraw approval');
      await pass();
      const asked = { networks: ['8.8.8.0/24', '8.8.4.4'], people: 80, startsAt: NOW };
      expect(gateway.inputsOf('decideShowNetworks')).toMatchObject([
        { params: { showId: SHOW }, body: { approve: true, ...asked } },
        { params: { showId: SHOW }, body: { approve: false, ...asked } },
      ]);
    });

    it('tells an admin that the event was changed meanwhile', async () => {
      signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
      await open({ role: null, networks: networks(null) });
      gateway.refuse('decideShowNetworks', 'event-changed');
      await press('Approve for 60 people');
      await pass();
      screen.getByText('This event was changed elsewhere. Nothing was overwritten.');
    });
  });

  it.each(['viewer', null] as const)('offers a %s nothing that changes the event', async (role) => {
    await open({ role, counts: { ready: 1, planned: 1 } }, ready(1));
    for (const name of [/^Prepare/, /^Actions for/, 'Invite someone', /^Remove/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add rooms' })).toBeNull();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('says that an event does not exist', async () => {
    gateway.refuse('readShow', 'event-not-found');
    await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language: 'de' });
    await pass();
    screen.getByText('Dieses Event gibt es nicht, oder du gehörst nicht zum Team.');
  });
});

describe('the staff of an event', () => {
  const members = () =>
    within(screen.getByRole('list', { name: 'Staff' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('appears with roles, and no one can remove the owner', async () => {
    await open();
    await click(screen.getByRole('tab', { name: 'Staff (2)' }));
    expect(members()).toEqual([
      expect.stringMatching(/^Ines \(you\)Operator · created the event · since /),
      expect.stringMatching(/^PaulViewer · since .*Remove$/),
    ]);
  });

  it('invites a viewer by a link that is shown once', async () => {
    await open();
    gateway.answer('inviteStaff', { inviteId: uuidOf(4), secret: SECRET, expiresAt: LATER });
    await click(screen.getByRole('tab', { name: 'Staff (2)' }));
    await press('Invite someone');
    const opened = await dialog('Invite someone');
    await click(opened.getByRole('radio', { name: 'Viewer' }));
    await press('Create the link', opened);
    await pass();
    expect(gateway.inputsOf('inviteStaff')).toMatchObject([{ params: { showId: SHOW }, body: { role: 'viewer' } }]);
    opened.getByTitle('QR code of the invitation');
  });

  it('loses a member only when asked twice', async () => {
    await open();
    gateway.answer('removeStaff', {});
    await click(screen.getByRole('tab', { name: 'Staff (2)' }));
    await press('Remove Paul');
    await press('Remove', await dialog('Remove Paul from the staff?'));
    await pass();
    expect(gateway.inputsOf('removeStaff')).toMatchObject([{ params: { showId: SHOW, memberId: 'paul' } }]);
  });
});
