import { beforeEach, describe, expect, it } from '@jest/globals';
import { RoomId, type RouteReply } from '@earworm/contracts';
import { screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aRoom, aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, openMenu, pass, press } from '../../testing/user-actions.js';
import { EventPage } from './event-page.js';

type Outdated = RouteReply<'listOutdatedRooms'>['rooms'];

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

const some = (count: number, hasBegun: boolean, from = 1): Outdated =>
  Array.from({ length: count }, (_, n) => ({
    ...{ roomId: RoomId.parse(uuidOf(from + n)), number: from + n, name: `Room ${from + n}`, hasBegun },
  }));
const find = (rooms: Outdated) => gateway.answer('listOutdatedRooms', { rooms, next: null });

async function open(language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow({ counts: { ready: 3 } }));
  gateway.answer('listRooms', { rooms: [1, 2, 3].map((n) => aRoom(n)), next: null });
  await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language });
  await pass();
  const german = language === 'de';
  await click((await openMenu(german ? 'Mehr' : 'More')).item(german ? 'Räume aktualisieren …' : 'Update rooms…'));
  await pass();
  return dialog(german ? 'Räume aktualisieren' : 'Update rooms');
}

describe('updating the rooms of an event', () => {
  it('names the rooms that change and those that have begun, before anything changes', async () => {
    find([...some(2, false), ...some(1, true, 3)]);
    gateway.answer('updateRooms', { counts: { planned: 0, preparing: 2, ready: 1, failed: 0 } });
    const opened = await open();
    opened.getByText('2 rooms get the questions that their templates have now:');
    opened.getByText('1 Room 1, 2 Room 2');
    opened.getByText('One room has begun and is not changed: 3 Room 3');
    opened.getByText(/Changes that moderators have made to these questions are lost/);
    expect(gateway.inputsOf('updateRooms')).toEqual([]);
    await press('Update 2 rooms', opened);
    await pass();
    expect(gateway.inputsOf('updateRooms')).toMatchObject([
      { params: { showId: SHOW }, body: { roomIds: [uuidOf(1), uuidOf(2)] } },
    ]);
    screen.getByText('2 rooms get their new questions.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('reads all pages, and asks for at most 250 rooms at once', async () => {
    const place = `251.${uuidOf(251)}`;
    gateway.answer('listOutdatedRooms', ({ query }) =>
      query?.after === place ? { rooms: some(50, false, 252), next: null } : { rooms: some(251, false), next: place },
    );
    gateway.answer('updateRooms', { counts: { planned: 0, preparing: 301, ready: 0, failed: 0 } });
    await press('Update 301 rooms', await open());
    await pass();
    expect(gateway.inputsOf('updateRooms').map(({ body }) => body.roomIds.length)).toEqual([250, 51]);
  });

  it('waits when the limit of requests is reached', async () => {
    const answer = { code: 'limit-requests', params: { n: 7 } };
    gateway.respond('listOutdatedRooms', () => Response.json(answer, { status: 429 }));
    const opened = await open();
    find(some(1, false));
    expect(opened.queryByRole('button', { name: 'Update 1 room' })).toBeNull();
    await pass(7_000);
    await opened.findByRole('button', { name: 'Update 1 room' });
  });

  it('offers nothing when no template was changed, or all rooms have begun', async () => {
    find(some(2, true));
    const opened = await open();
    opened.getByText('No room that has not begun needs an update.');
    opened.getByText('2 rooms have begun and are not changed: 1 Room 1, 2 Room 2');
    expect(opened.queryByRole('button', { name: /^Update/ })).toBeNull();
  });

  it('says what failed, and can be tried again', async () => {
    find(some(1, false));
    gateway.refuse('updateRooms', 'unavailable');
    const opened = await open();
    await press('Update 1 room', opened);
    await pass();
    expect(opened.getByRole('alert').textContent).not.toBe('');
    gateway.answer('updateRooms', { counts: { planned: 0, preparing: 1, ready: 2, failed: 0 } });
    await press('Update 1 room', opened);
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('speaks German', async () => {
    find([...some(2, false), ...some(1, true, 3)]);
    const opened = await open('de');
    opened.getByText('2 Räume bekommen die Fragen, die ihre Vorlagen jetzt haben:');
    opened.getByText('Ein Raum hat schon begonnen und bleibt, wie er ist: 3 Room 3');
    opened.getByRole('button', { name: '2 Räume aktualisieren' });
  });
});
