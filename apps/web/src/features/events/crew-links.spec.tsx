import type { Room } from '@earworm/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aRoom, aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, NOW, pass, press } from '../../testing/user-actions.js';
import { EventPage } from './event-page.js';

const [CEM, DORA] = ['cem@example.org', 'dora@example.org'];

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

/** With all rooms selected. */
async function open(rooms: readonly Room[], language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow({ counts: { ready: rooms.length } }));
  gateway.answer('listRooms', { rooms: [...rooms], next: null });
  await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language });
  await pass();
  await click(screen.getAllByRole('checkbox')[0]!);
  await press(language === 'de' ? 'Links der Crew …' : 'Links of the crew…');
}
const mailed = () => gateway.inputsOf('mailRoomLinks').map(({ body }) => body);

describe('the dialog for links of the crews of selected rooms', () => {
  it('sends pages with rooms of the same people together, and shows what the mail server refused', async () => {
    const rooms = Array.from({ length: 12 }, (_, n) => aRoom(n + 1, { crewEmails: [n % 2 === 0 ? DORA : CEM] }));
    await open([...rooms, aRoom(13), aRoom(14, { crewEmails: [CEM], gameId: null, state: 'planned' })]);
    gateway.answer('mailRoomLinks', ({ body }) =>
      body.roomIds.length === 10 ? { sent: 2, failed: [] } : { sent: 0, failed: [DORA] },
    );
    const opened = await dialog('Links of the crews of 14 rooms');
    opened.getByText('12 rooms have their games and addresses. Each person gets their own links to them.');
    await press('Send by email', opened);
    await pass();
    expect(mailed()).toEqual([
      { roomIds: [2, 4, 6, 8, 10, 12, 1, 3, 5, 7].map(uuidOf), again: false },
      { roomIds: [9, 11].map(uuidOf), again: false },
    ]);
    opened.getByText('2 emails were sent.');
    opened.getByText('The mail server refused: dora@example.org');
  });

  it('sends another mail only on request', async () => {
    await open([aRoom(1, { crewEmails: [CEM], mailedAt: NOW }), aRoom(2, { crewEmails: [DORA] })]);
    gateway.answer('mailRoomLinks', { sent: 1, failed: [] });
    screen.getByText(/links sent /);
    const opened = await dialog('Links of the crews of 2 rooms');
    await press('Send by email', opened);
    await pass();
    await click(opened.getByRole('checkbox', { name: 'Also send to crews that have had their mail' }));
    await press('Send by email', opened);
    await pass();
    expect(mailed()).toEqual([
      { roomIds: [uuidOf(2)], again: false },
      { roomIds: [1, 2].map(uuidOf), again: true },
    ]);
  });

  it('sends nothing to rooms without a game and an address', async () => {
    await open([aRoom(1)], 'de');
    const none = await dialog('Links der Crew von 1 Raum');
    none.getByText(/^Keiner dieser Räume hat ein Spiel und eine Adresse\./);
    expect(none.getByRole<HTMLButtonElement>('button', { name: 'Per E-Mail senden' }).disabled).toBe(true);
  });

  it('says what to do where no mail is set up', async () => {
    await open([aRoom(1, { crewEmails: [CEM] })]);
    gateway.refuse('mailRoomLinks', 'mail-not-set-up');
    const opened = await dialog('Links of the crew of 1 room');
    await press('Send by email', opened);
    await pass();
    opened.getByText('Email is not set up here. Print crew cards, or send links by other means.');
    expect(opened.queryByText(/were sent/)).toBeNull();
  });

  it('revokes unused links when asked twice', async () => {
    await open([aRoom(1), aRoom(2)]);
    gateway.answer('revokeRoomLinks', { revoked: 3 });
    const opened = await dialog('Links of the crews of 2 rooms');
    await press('Revoke unused links', opened);
    expect(gateway.inputsOf('revokeRoomLinks')).toEqual([]);
    opened.getByText(/People who have used one remain in the crew\.$/);
    await press('Revoke', opened);
    await pass();
    expect(gateway.inputsOf('revokeRoomLinks').map(({ body }) => body)).toEqual([{ roomIds: [1, 2].map(uuidOf) }]);
    opened.getByText('3 links were revoked.');
  });
});
