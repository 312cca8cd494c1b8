import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RefusedError, type Room, RoomId } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { isQrOf } from '../../testing/qr-code.js';
import { signInAs } from '../../testing/render.js';
import { A_LOGO, aRoom, aShow, facts, SHOW, uuidOf } from '../../testing/shows.js';
import { click, draw, fill, NOW, pass, press } from '../../testing/user-actions.js';
import { SheetsPage } from './sheets-page.js';

const DAY = 86_400_000;
const SECOND = 1_000;
/** As long as real ones. */
const secretOf = (n: number) => String(n).padEnd(43, 's');
const LATER = NOW + DAY;

beforeEach(() => {
  signInAs({ id: 'ines', name: 'Ines' });
  gateway.answer('about', { publicUrl: 'https://quiz.example.org', lanUrl: null });
});

interface Opened {
  readonly show?: Parameters<typeof aShow>[0];
  readonly rooms: readonly Room[];
  readonly selected?: readonly string[];
  readonly language?: 'en' | 'de';
}
async function open({ show = {}, rooms, selected, language = 'en' }: Opened) {
  gateway.answer('readShow', aShow({ counts: { ready: rooms.length }, ...show }));
  gateway.answer('listRooms', { rooms: [...rooms], next: null });
  await draw(<SheetsPage />, {
    at: `/events/${SHOW}/sheets`,
    path: '/events/:showId/sheets',
    language,
    state: selected && { roomIds: selected },
  });
  await pass();
}
const rooms = (count: number) => Array.from({ length: count }, (_, n) => aRoom(n + 1));
const papers = () => [...document.querySelectorAll<HTMLElement>('section[data-per-page]')];
const sheets = () => screen.queryAllByRole('article');
const logos = () => sheets().map((sheet) => sheet.querySelector('img')?.getAttribute('src') ?? null);
const qr = (title: string | RegExp, place: HTMLElement = document.body) =>
  within(place).getByTitle(title).closest('svg')!;
const show = (name: string) => click(screen.getByRole('radio', { name }));

describe('room sheets', () => {
  it('show number, name, code and short address, and a QR code that opens the room', async () => {
    await open({ rooms: [aRoom(137, { name: 'Team Lyon', group: 'Hall A', gameCode: 'K7WQ4M' })] });
    const [sheet] = sheets();
    for (const text of ['137', 'Team Lyon', 'Company night · Hall A', 'quiz.example.org', 'K7WQ4M'])
      within(sheet!).getByText(text);
    within(sheet!).getByText(/^Starts: Fri, May 8, 2026, 02:00 PM$/);
    const code = qr('QR code to join room 137');
    expect([
      isQrOf(code, 'https://quiz.example.org/?code=K7WQ4M'),
      isQrOf(code, 'https://quiz.example.org/?code=K7WQ4N'),
    ]).toEqual([true, false]);
  });

  it('carry a QR code of their own each', async () => {
    const all = rooms(9);
    await open({ rooms: all });
    for (const { number, gameCode } of all)
      expect(isQrOf(qr(`QR code to join room ${number}`), `https://quiz.example.org/?code=${gameCode}`)).toBe(true);
  });

  it('fill one page each, or four share one', async () => {
    await open({ rooms: rooms(5) });
    expect([papers().length, sheets().length]).toEqual([5, 5]);
    screen.getByRole('button', { name: 'Print 5 pages' });
    await show('Four per page');
    expect(papers().map((paper) => within(paper).getAllByRole('article').length)).toEqual([4, 1]);
    screen.getByRole('button', { name: 'Print 2 pages' });
  });

  it('help into the Wi-Fi only when its name is given, by a QR code with escaped characters', async () => {
    await open({ rooms: rooms(1) });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    await fill('Name of the Wi-Fi', 'Night;2026');
    await fill('Password of the Wi-Fi', 'sing along 26');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    screen.getByText('Password sing along 26');
    expect(isQrOf(qr('QR code of the Wi-Fi Night;2026'), String.raw`WIFI:T:WPA;S:Night\;2026;P:sing along 26;;`)).toBe(
      true,
    );
  });

  it('leave out rooms without a code and say so', async () => {
    await open({
      rooms: [aRoom(1), aRoom(2, { state: 'planned', gameId: null, gameCode: null })],
      language: 'de',
    });
    expect(sheets()).toHaveLength(1);
    screen.getByText('1 Raum ist nicht bereit und hat noch keinen Code. Er wird ausgelassen.');
  });

  it('cover the selection, or all rooms when asked', async () => {
    await open({ rooms: rooms(3), selected: [uuidOf(2)] });
    expect(sheets().map((sheet) => sheet.getAttribute('aria-label'))).toEqual(['Room 2']);
    await show('All (3)');
    expect(sheets()).toHaveLength(3);
  });

  it('use the colours of the event', async () => {
    const colours = { text: '#ffffff', background: '#102040' };
    await open({ show: { facts: facts({ colours }) }, rooms: rooms(1) });
    expect(sheets()[0]!.querySelector('header')!.style.backgroundColor).toBe('rgb(16, 32, 64)');
  });

  it.each([
    ['carry the logo of the event', A_LOGO],
    ['carry no picture where the event has no logo', null],
  ])('%s', async (_, logo) => {
    await open({ show: { logo }, rooms: rooms(2) });
    expect(logos()).toEqual([logo?.path ?? null, logo?.path ?? null]);
  });

  it('show names of every script as they are', async () => {
    const name = 'חדר 👩‍👩‍👧‍👦 Größe';
    await open({ rooms: [aRoom(1, { name })] });
    expect(screen.getByText(name).getAttribute('dir')).toBe('auto');
  });

  it('go to the printer by the button', async () => {
    const print = jest.fn();
    window.print = print;
    await open({ rooms: rooms(1) });
    await press('Print 1 page');
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('name the next step while no room is ready', async () => {
    await open({ rooms: [aRoom(1, { state: 'planned', gameId: null, gameCode: null })] });
    screen.getByText('No room is ready yet');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print 0 pages' }).disabled).toBe(true);
  });
});

describe('crew cards', () => {
  /** Like the server: a link for each room of the page. */
  const answerLinks = () => gateway.answer('createRoomLinks', ({ body }) => ({ links: body.roomIds.map(linkOf) }));
  const linkOf = (id: string) => {
    const roomId = RoomId.parse(id);
    const n = Number(roomId.slice(-12));
    return { roomId, linkId: uuidOf(10_000 + n), secret: secretOf(n), expiresAt: LATER };
  };
  const asked = () => gateway.inputsOf('createRoomLinks').map(({ body }) => body);

  it('exist only after their links were asked for, one for each room', async () => {
    answerLinks();
    await open({ rooms: rooms(2) });
    await show('Crew cards');
    expect([sheets().length, asked().length]).toEqual([0, 0]);
    await press('Create 2 links');
    await screen.findByText('2 of 2 links are created');
    expect(asked()).toEqual([{ roomIds: [uuidOf(1), uuidOf(2)], renew: false }]);
    const link = `https://quiz.example.org/crew#${uuidOf(10_002)}.${secretOf(2)}`;
    expect(isQrOf(qr('QR code of the moderator’s link for room 2'), link)).toBe(true);
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  });

  it('carry the logo of the event on its background', async () => {
    answerLinks();
    const colours = { text: '#ffffff', background: '#102040' };
    await open({ show: { logo: A_LOGO, facts: facts({ colours }) }, rooms: rooms(1) });
    await show('Crew cards');
    await press('Create 1 link');
    await screen.findByText('1 of 1 links are created');
    expect(logos()).toEqual([A_LOGO.path]);
    expect(sheets()[0]!.querySelector('img')!.style.backgroundColor).toBe('rgb(16, 32, 64)');
  });

  it('never share a page with room sheets, and room sheets hold no secret', async () => {
    answerLinks();
    await open({ rooms: rooms(3) });
    await show('Crew cards');
    await show('Four per page');
    await press('Create 3 links');
    await screen.findByText('3 of 3 links are created');
    expect(papers().map((paper) => [...paper.children].map((sheet) => sheet.getAttribute('data-kind')))).toEqual([
      ['crew', 'crew', 'crew'],
    ]);
    await show('Room sheets');
    expect(new Set(sheets().map((sheet) => sheet.getAttribute('data-kind')))).toEqual(new Set(['room']));
    expect(screen.queryByTitle(/moderator’s link/)).toBeNull();
  });

  it('keep their secrets out of storage and address', async () => {
    answerLinks();
    await open({ rooms: rooms(1) });
    await show('Crew cards');
    await press('Create 1 link');
    await screen.findByText('1 of 1 links are created');
    await pass(SECOND);
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]) + location.href;
    expect(kept).not.toContain(secretOf(1));
    expect(document.body.textContent).not.toContain(secretOf(1));
  });

  it('take three requests for 201 rooms, and earlier links are revoked only when that was chosen', async () => {
    answerLinks();
    await open({ rooms: rooms(201) });
    await show('Crew cards');
    await show('Four per page');
    await click(screen.getByRole('switch', { name: /^Revoke earlier links/ }));
    await press('Create 201 links');
    await screen.findByText('201 of 201 links are created');
    expect(asked().map(({ roomIds, renew }) => [roomIds.length, renew])).toEqual([
      [100, true],
      [100, true],
      [1, true],
    ]);
    expect(papers()).toHaveLength(51);
  });

  it('keep those that were made before a refusal, say what it means, and leave the rest to another try', async () => {
    let requests = 0;
    gateway.answer('createRoomLinks', ({ body }) => {
      requests += 1;
      if (requests === 2) throw new RefusedError('too-many-links');
      return { links: body.roomIds.map(linkOf) };
    });
    await open({ rooms: rooms(103) });
    await show('Crew cards');
    await show('Four per page');
    await press('Create 103 links');
    await screen.findByText(/^This game has too many open links\./);
    expect(papers()).toHaveLength(25);
    await press('Create 3 links');
    await screen.findByText('103 of 103 links are created');
    expect(asked().at(-1)?.roomIds).toEqual([101, 102, 103].map(uuidOf));
  });

  it('wait as long as the server asks, and go on', async () => {
    gateway.respond('createRoomLinks', () =>
      Response.json({ code: 'limit-requests', params: { n: 7 } }, { status: 429 }),
    );
    await open({ rooms: rooms(2) });
    await show('Crew cards');
    await press('Create 2 links');
    await pass(6 * SECOND);
    screen.getByText(/The server is busy/);
    answerLinks();
    expect([sheets().length, asked().length]).toEqual([0, 1]);
    await pass(SECOND);
    await screen.findByText('2 of 2 links are created');
  });

  it('remain secret from viewers', async () => {
    await open({ show: { role: 'viewer' }, rooms: rooms(1) });
    await show('Crew cards');
    screen.getByText('Crew cards are secret. Only operators print them.');
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  });
});

describe('the list of rooms', () => {
  it('names every room with its code, ready or not', async () => {
    await open({
      rooms: [aRoom(1, { gameCode: 'K7WQ4M', crewEmails: ['a@b.org'] }), aRoom(2, { gameId: null, gameCode: null })],
    });
    await show('List');
    const table = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(table).toEqual([
      ['No.', 'Name', 'Group', 'Code', 'Start', 'Crew', 'Done'],
      ['1', 'Room 1', '', 'K7WQ4M', '', 'a@b.org', '☐'],
      ['2', 'Room 2', '', '–', '', '', '☐'],
    ]);
  });
});
