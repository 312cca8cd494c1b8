import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AttentionReason } from '@earworm/contracts';
import type { AttentionKind } from '@earworm/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { FakeSocket } from '../../testing/fake-socket.js';
import { FakeTones } from '../../testing/fake-tones.js';
import { signInAs } from '../../testing/render.js';
import { aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { choose, click, dialog, draw, fill, key, NOW, pass, press } from '../../testing/user-actions.js';
import { ControlRoomPage } from './control-room-page.js';
import { aCard, aReason, aRoomNow, aShowFrame } from './testing/control-room.js';

const TYPING_MS = 400;
/** Later than the next look at what came of an act in many rooms. */
const AGAIN_MS = 1_100;
/** Longer than a dialog fades out. */
const FADING_MS = 200;
const HELP = aReason('help', NOW - 34_000, { name: 'Cem', category: 'sound', text: 'It stopped at 0:12.' });
const withHelp = (n: number) => aRoomNow(n, { reasons: [HELP] });

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

async function open(frame = aShowFrame(), search = '', language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow());
  gateway.answer('listSolved', { solved: [] });
  gateway.answer('claimAttention', {});
  gateway.answer('snoozeAttention', {});
  const at = `/events/${SHOW}/control-room${search}`;
  await draw(<ControlRoomPage />, { at, path: '/events/:showId/control-room', language });
  await pass();
  await FakeSocket.last.accept();
  await FakeSocket.last.deliver(frame);
  await pass();
}
const cards = (name = 'Needs you') =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
const tiles = () => screen.queryAllByRole('button', { name: /^Room \d+, / }).map(({ textContent }) => textContent);
const addressNow = () => location.search;

describe('the control room of an event', () => {
  it('watches the event, and says that it connects until it has heard of it', async () => {
    gateway.answer('readShow', aShow());
    await draw(<ControlRoomPage />, { at: `/events/${SHOW}/control-room`, path: '/events/:showId/control-room' });
    await pass();
    screen.getByText('Connecting…');
    await FakeSocket.last.accept();
    expect(FakeSocket.last.received).toEqual([
      { type: 'hello', topic: 'show', protocol: expect.any(Number), token: expect.any(String), showId: SHOW },
    ]);
    await FakeSocket.last.deliver(aShowFrame());
    await screen.findByText('No room needs you');
  });

  it('lists what needs attention, calls for help first, with age, sentence and text', async () => {
    const away = aReason('crew-away', NOW - 90_000, { connected: 8 });
    const rooms = [aRoomNow(1, { reasons: [away] }), withHelp(2)];
    const card = aCard(1, { id: 'a', kind: 'crew-away', since: NOW - 90_000 });
    card.rooms[0]!.kind = 'crew-away';
    await open(aShowFrame({ rooms, cards: [card, aCard(2, { since: NOW - 34_000 })] }));
    expect(cards()).toEqual(['2 · Room 2', '1 · Room 1']);
    screen.getByText('It stopped at 0:12.');
    screen.getByText('34 s');
    screen.getByText('No one who can judge is connected. 8 players wait.');
  });

  const actsOf = (kind: AttentionKind, ...acts: AttentionReason['acts']) => ({ ...aReason(kind), acts });
  async function openCard(reason: AttentionReason, room: object = {}, role: 'operator' | 'viewer' = 'operator') {
    gateway.answer('actInRoom', { gameId: 'game-7' as never });
    const of = { roomId: uuidOf(7) as never, kind: reason.kind, since: NOW };
    const frame = {
      rooms: [aRoomNow(7, { reasons: [reason], ...room })],
      cards: [aCard(7, { kind: reason.kind, rooms: [of] })],
    };
    await open(aShowFrame({ role, ...frame }));
  }
  const buttonsOfCard = () =>
    within(screen.getByRole('list', { name: 'Needs you' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('offers on a card what helps, the best as a button, and names it all in the room', async () => {
    await openCard(actsOf('crew-away', 'take-over', 'replace-link', 'announce'));
    expect(buttonsOfCard()).toEqual(['Take over…', 'I’m on it', 'Can wait…', 'Show room']);
    screen.getByText('Or: New crew link… · Announce…');
    await press('Show room');
    within(screen.getByRole('region', { name: 'Room 7' })).getByText(
      'What helps: Take over… · New crew link… · Announce…',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['help', 'Help…', 'Help in 7 · Room 7?', {}],
    ['take-over', 'Take over…', 'Take over 7 · Room 7?', {}],
    ['replace-link', 'New crew link…', 'Link for room 7, Room 7', {}],
    ['skip-question', 'Skip the question…', 'Skip the question in 7 · Room 7?', { questionId: 'q-3' }],
    ['announce', 'Announce…', 'Announce something', {}],
    ['extend-start', 'Move the start…', 'Move the planned start', { state: 'setup' }],
  ] as const)('opens a room at “%s” from its card, and without it from its tile', async (act, name, title, room) => {
    await openCard(actsOf('quiet', act), room);
    await press(name);
    screen.getByRole('region', { name: 'Room 7' });
    await dialog(title);
    await key('Escape', document.body);
    await pass(FADING_MS);
    await press('Close', within(screen.getByRole('region', { name: 'Room 7' })));
    await click(screen.getByRole('button', { name: /^Room 7, / }));
    screen.getByRole('region', { name: 'Room 7' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a room at the button that pauses its game', async () => {
    await openCard(actsOf('players-offline', 'pause', 'open-room'));
    await press('Pause the game');
    expect(document.activeElement?.textContent).toBe('Pause the game');
    expect(screen.getByRole('region', { name: 'Room 7' }).contains(document.activeElement)).toBe(true);
    expect(gateway.inputsOf('actInRoom')).toEqual([]);
  });

  it('shows the room first where nothing helps more', async () => {
    await openCard(actsOf('quiet', 'open-room', 'announce', 'help'));
    expect(buttonsOfCard()).toEqual(['I’m on it', 'Can wait…', 'Show room']);
    screen.getByText('Or: Announce… · Help…');
  });

  it('tells viewers of nothing that operators do about it', async () => {
    await openCard(actsOf('crew-away', 'take-over', 'announce'), {}, 'viewer');
    expect(buttonsOfCard()).toEqual(['Show room']);
    await press('Show room');
    expect(screen.queryByText(/^(Or|What helps):/)).toBeNull();
  });

  it('lists cards of one moment by the numbers of their rooms', async () => {
    const rooms = [1, 2, 3].map(withHelp);
    const of = (n: number, id: string) => aCard(n, { id, since: NOW });
    await open(aShowFrame({ rooms, cards: [of(3, 'a'), of(1, 'c'), of(2, 'b')] }));
    expect(cards()).toEqual(['1 · Room 1', '2 · Room 2', '3 · Room 3']);
  });

  it('shows the most urgent of hundreds of cards, and more when asked', async () => {
    const numbers = Array.from({ length: 500 }, (_, n) => n + 1);
    const rooms = numbers.map(withHelp);
    await open(aShowFrame({ rooms, cards: numbers.map((n) => aCard(n, { since: NOW - n })) }));
    expect(cards()).toHaveLength(30);
    expect(cards()[0]).toBe('500 · Room 500');
    await press('Show more (470)');
    expect(cards()).toHaveLength(60);
  });

  it('shows rooms with one cause as one card, which leads to them', async () => {
    const reasons = [{ ...HELP, acts: ['announce', 'pause', 'open-room'] }];
    const rooms = [1, 2, 3].map((n) => aRoomNow(n, { group: 'Hall B', reasons }));
    const of = rooms.map(({ roomId }) => ({ roomId, kind: 'help' as const, since: NOW }));
    await open(aShowFrame({ rooms, cards: [aCard(1, { common: { by: 'group', name: 'Hall B' }, rooms: of })] }));
    expect(cards()).toEqual(['Hall B: 3 rooms']);
    screen.getByText('What helps: Announce… · Pause the game');
    await press('Show rooms');
    expect(new URLSearchParams(addressNow()).get('group')).toBe('Hall B');
  });

  it('shows rooms of one network as one card, which leads to them by a search', async () => {
    const rooms = [1, 2, 3, 4].map((n) => aRoomNow(n, { network: n < 4 ? '8.8.8.0/24' : '9.9.9.9', reasons: [HELP] }));
    const of = rooms.slice(0, 3).map(({ roomId }) => ({ roomId, kind: 'help' as const, since: NOW }));
    const common = { by: 'network', name: '8.8.8.0/24' };
    await open(aShowFrame({ rooms, cards: [aCard(1, { common, rooms: of })] }));
    expect(cards()).toEqual(['Network 8.8.8.0/24: 3 rooms']);
    await press('Show rooms');
    expect(tiles()).toHaveLength(3);
  });

  it('takes a card for the operator, says so, and lets go of it again', async () => {
    await open(aShowFrame({ rooms: [withHelp(2)], cards: [aCard(2)] }));
    await press('I’m on it');
    const reasons = [{ roomId: uuidOf(2), kind: 'help' }];
    expect(gateway.inputsOf('claimAttention').map(({ body }) => body)).toEqual([
      { reasons, isClaimed: true, from: null },
    ]);
    const claim = { userId: 'ines' as never, name: 'Ines', at: NOW };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, cards: [aCard(2, { claim })] }));
    screen.getByText('You are on it');
    await press('Let go');
    expect(gateway.inputsOf('claimAttention').at(-1)?.body).toEqual({ reasons, isClaimed: false, from: 'ines' });
  });

  it('shows who else is on a card, from whom it can be taken', async () => {
    const claim = { userId: 'paul' as never, name: 'Paul', at: NOW };
    await open(aShowFrame({ rooms: [withHelp(2)], cards: [aCard(2, { claim })] }));
    screen.getByText('Paul is on it');
    await press('Take it from Paul');
    expect(gateway.inputsOf('claimAttention').map(({ body }) => body.from)).toEqual(['paul']);
    await press('Mine');
    screen.getByText('You are on nothing');
  });

  it('lets a card wait for a reason, and shows it below the others', async () => {
    await open(aShowFrame({ rooms: [withHelp(2)], cards: [aCard(2)] }));
    await press('Can wait…');
    const form = await dialog('How long can this wait?');
    await press('Let it wait', form);
    expect(gateway.inputsOf('snoozeAttention')).toEqual([]);
    await fill(/^Reason/, 'Lunch', form);
    await press('Let it wait', form);
    await pass();
    expect(gateway.inputsOf('snoozeAttention').map(({ body }) => body)).toEqual([
      { reasons: [{ roomId: uuidOf(2), kind: 'help' }], minutes: 5, reason: 'Lunch' },
    ]);
    const snooze = { until: NOW + 300_000, reason: 'Lunch', name: 'Ines' };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, cards: [aCard(2, { snooze })] }));
    await screen.findByText('No room needs you');
    screen.getByText('Can wait 1');
  });

  it('keeps an open question how long a group can wait when its card becomes another one', async () => {
    const cardOf = (id: string, ...numbers: number[]) => {
      const of = numbers.map((n) => ({ roomId: uuidOf(n), kind: 'help' as const, since: NOW }));
      return aCard(numbers[0]!, { id, common: { by: 'group', name: 'Hall B' }, rooms: of });
    };
    await open(aShowFrame({ rooms: [1, 2, 3, 4].map(withHelp), cards: [cardOf('group help 1', 1, 2, 3, 4)] }));
    await press('Can wait…');
    const form = await dialog('How long can this wait?');
    await fill(/^Reason/, 'Lunch', form);
    const cards = [cardOf('group help 2', 2, 3, 4)];
    await FakeSocket.last.deliver(aShowFrame({ whole: false, cards, gone: ['group help 1'] }));
    form.getByDisplayValue('Lunch');
    await press('Let it wait', form);
    await pass();
    const reasons = [2, 3, 4].map((n) => ({ roomId: uuidOf(n), kind: 'help' }));
    expect(gateway.inputsOf('snoozeAttention').map(({ body }) => body.reasons)).toEqual([reasons]);
    await pass(FADING_MS);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers viewers no acts', async () => {
    await open(aShowFrame({ role: 'viewer', rooms: [withHelp(2)], cards: [aCard(2)] }));
    screen.getByText('You watch: only operators act.');
    expect(screen.queryByRole('button', { name: 'I’m on it' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Can wait…' })).toBeNull();
  });

  it('shows rooms as tiles, one tab stop, with the arrow keys from one to the next', async () => {
    const rooms = [aRoomNow(1, { openSince: NOW }), withHelp(2), aRoomNow(3, { state: 'completed' })];
    await open(aShowFrame({ rooms }));
    expect(tiles()).toEqual(['1', '!2', '3']);
    const stops = () => screen.getAllByRole('button', { name: /^Room \d+, / }).filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toHaveLength(1);
    stops()[0]!.focus();
    await key('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Room 2, Room 2: Needs you');
    await key('End');
    expect(document.activeElement?.textContent).toBe('3');
  });

  it('finds and narrows rooms, and keeps that in the address', async () => {
    await open(aShowFrame({ rooms: [aRoomNow(1), withHelp(2), aRoomNow(12)] }));
    await fill('Find a room', 'room 1');
    await pass(TYPING_MS);
    await waitFor(() => expect(tiles()).toEqual(['1', '12']));
    await choose('Show', 'Picking 2');
    expect(addressNow()).toBe('?search=room+1&look=picking');
  });

  it('opens as the address says, and leads to the search by the slash', async () => {
    await open(aShowFrame({ rooms: [aRoomNow(1), withHelp(2)] }), '?look=needs');
    expect(tiles()).toEqual(['!2']);
    await key('/', document.body);
    expect(document.activeElement?.id).toBe('find-room');
  });

  const rowsOfList = () =>
    within(screen.getByRole('list', { name: 'Rooms' }))
      .getAllByRole('button')
      .map(({ children }) => [...children].map(({ textContent }) => textContent));

  it('lists rooms with state, progress, leader, players, crew, last action, song and slowest buzz', async () => {
    const busy = { leader: { name: 'Ada', points: 1_600 }, slowestBuzzMs: 1_041, song: 'plays', connected: 5 };
    const rooms = [
      aRoomNow(1, { ...busy, lastActionAt: NOW - 9_000, openSince: NOW }),
      aRoomNow(2, { state: 'setup' }),
    ];
    await open(aShowFrame({ rooms }), '?view=list');
    const one = ['3 of 20', 'Ada, 1,600', '5 of 8 connected', 'Crew: 1', '9 s', 'plays', 'Buzz: 1,041 ms'];
    expect(rowsOfList()).toEqual([
      ['1 · Room 1', 'Buzzers open', ...one],
      ['2 · Room 2', 'Joining', '3 of 20', '', '8 of 8 connected', 'Crew: 1', '0 s', '', ''],
    ]);
  });

  it('sorts the rooms, and keeps order and view in the address', async () => {
    const slow = (n: number, slowestBuzzMs: number) => aRoomNow(n, { slowestBuzzMs });
    await open(aShowFrame({ rooms: [slow(1, 20), slow(2, 900), slow(3, 400)] }));
    await choose('Sort by', 'Slowest buzzes');
    expect(tiles()).toEqual(['2', '3', '1']);
    await choose('View', 'List');
    expect(rowsOfList().map(([title]) => title)).toEqual(['2 · Room 2', '3 · Room 3', '1 · Room 1']);
    expect(addressNow()).toBe('?sort=slow&view=list');
  });

  it('shows the details of a room until Escape', async () => {
    await open(aShowFrame({ rooms: [aRoomNow(7, { leader: { name: 'Ada', points: 1_600 }, slowestBuzzMs: 41 })] }));
    await click(screen.getByRole('button', { name: 'Room 7, Room 7: Picking' }));
    const details = within(screen.getByRole('region', { name: 'Room 7' }));
    for (const text of ['3 of 20', 'Ada, 1,600', '8 of 8 connected', '41 ms', 'K7WQ4M']) details.getByText(text);
    await key('Escape', document.body);
    expect(screen.queryByRole('region', { name: 'Room 7' })).toBeNull();
  });

  it('scrolls to the details of each room that is opened', async () => {
    const scrolledTo: (string | null | undefined)[] = [];
    const scrolling = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledTo.push(this.getAttribute('aria-label'), this.closest('[data-part]')?.getAttribute('data-part'));
      // As in recent browsers.
      return Promise.resolve() as never;
    });
    await open(aShowFrame({ rooms: [aRoomNow(7), withHelp(8)], cards: [aCard(8)] }));
    await click(screen.getByRole('button', { name: 'Room 7, Room 7: Picking' }));
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [{ roomId: uuidOf(7) as never, connected: 3 }] }));
    await click(screen.getByRole('button', { name: 'Room 8, Room 8: Needs you' }));
    await press('Needs you');
    await press('Rooms');
    await press('Needs you');
    await press('Show room');
    const [one, other] = [
      ['Room 7', 'rooms'],
      ['Room 8', 'rooms'],
    ];
    expect(scrolledTo).toEqual([one, other, other].flat());
    await press('Close');
    screen.getByRole('group', { name: 'Rooms' });
    scrolling.mockRestore();
  });

  it('closes only a dialog by Escape, and the room by the next', async () => {
    await openRoomActs();
    await press('End the game…');
    await dialog();
    await key('Escape', document.body);
    await pass(FADING_MS);
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByRole('region', { name: 'Room 7' });
    await key('Escape', document.body);
    expect(screen.queryByRole('region', { name: 'Room 7' })).toBeNull();
  });

  async function openRoomActs(room: Parameters<typeof aRoomNow>[1] = {}, role: 'operator' | 'viewer' = 'operator') {
    gateway.answer('actInRoom', { gameId: 'game-7' as never });
    await open(aShowFrame({ role, rooms: [aRoomNow(7, room)] }), `?room=${uuidOf(7)}`);
  }
  const acts = () =>
    gateway.inputsOf('actInRoom').map(({ params, body: { after, act } }) => ({ ...params, after, act }));
  const of = { showId: SHOW, roomId: uuidOf(7), after: 'game-7' };

  it.each([
    ['Take over…', 'Take over', 'takeOver'],
    ['Help…', 'Help', 'help'],
  ] as const)('asks after “%s” for a reason, then opens the desk of the room', async (name, yes, type) => {
    await openRoomActs();
    await press(name);
    const form = await dialog();
    await press(yes, form);
    expect(acts()).toEqual([]);
    await fill(/^Reason/, 'Their laptop died', form);
    await press(yes, form);
    await pass();
    expect(acts()).toEqual([{ ...of, act: { type, reason: 'Their laptop died' } }]);
    expect(location.pathname).toBe('/game/game-7');
  });

  it('locks and opens joining, and ends a call for help', async () => {
    const help = { category: 'sound', text: '', name: 'Cem', since: NOW };
    await openRoomActs({ help });
    await press('Lock joining');
    await press('Help is done');
    const change = { roomId: uuidOf(7) as never, joiningLocked: true as const };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [change] }));
    await press('Open joining');
    expect(acts().map(({ act }) => act)).toEqual([
      { type: 'lockJoining', locked: true },
      { type: 'solveHelp' },
      { type: 'lockJoining', locked: false },
    ]);
  });

  it('ends a game when asked twice, and reopens one that is over', async () => {
    await openRoomActs();
    await press('End the game…');
    expect(acts()).toEqual([]);
    await press('End the game', await dialog());
    const change = { roomId: uuidOf(7) as never, state: 'completed' as const };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [change] }));
    await press('Reopen the game');
    expect(acts().map(({ act }) => act)).toEqual([{ type: 'completeGame' }, { type: 'reopenGame' }]);
  });

  it.each([
    ['playing', 'The game that is being played ends. Players and crew go on to the next one.'],
    ['completed', 'Players and crew go on to the next game.'],
  ] as const)('begins the next round of one room whose game is %s, when asked twice', async (state, text) => {
    gateway.answer('readBulkAct', { act: { type: 'beginRound' }, rooms: [result(7, 'done')] });
    gateway.answer('actInRooms', {});
    await openRoomActs({ state });
    await press('Begin next round…');
    const asked = await dialog('Begin the next round of 7 · Room 7?');
    asked.getByText(text);
    expect(bulkActs()).toEqual([]);
    await press('Begin', asked);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'beginRound' }, rooms: [seenIn(7)] }]);
    screen.getByText('Done in 1 of 1 room.');
  });

  it('says that no further round is planned for a room', async () => {
    gateway.answer('readBulkAct', { act: { type: 'beginRound' }, rooms: [result(7, 'refused', 'round-missing')] });
    gateway.answer('actInRooms', {});
    await openRoomActs({ state: 'completed' });
    await press('Begin next round…');
    await press('Begin', await dialog());
    await pass();
    screen.getByText(/No further round is planned for this room\./);
  });

  it('makes a new link for the crew of a room, which revokes those that no one has used', async () => {
    const secret = 's'.repeat(43);
    const link = { roomId: uuidOf(7) as never, linkId: uuidOf(9) as never, secret: secret as never };
    gateway.answer('createRoomLinks', { links: [{ ...link, expiresAt: NOW + 86_400_000 }] });
    await openRoomActs();
    await press('New crew link…');
    const opened = await dialog('Link for room 7, Room 7');
    opened.getByText(/Links to this room that no one has used yet stop working\.$/);
    expect(gateway.inputsOf('createRoomLinks')).toEqual([]);
    await press('Create the link', opened);
    await pass();
    expect(gateway.inputsOf('createRoomLinks')).toMatchObject([
      { params: { showId: SHOW }, body: { roomIds: [uuidOf(7)], renew: true } },
    ]);
    opened.getByTitle('QR code of the link for the moderator of room 7');
  });

  it('pauses a game that is played, shows it as paused, and resumes it', async () => {
    await openRoomActs();
    await press('Pause the game');
    const change = { roomId: uuidOf(7) as never, pausedSince: NOW };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [change] }));
    screen.getByRole('button', { name: 'Room 7, Room 7: Paused' });
    await press('Resume the game');
    expect(acts().map(({ act }) => act)).toEqual([{ type: 'pauseGame' }, { type: 'resumeGame' }]);
  });

  it('holds the start of a game that has not begun, shows it as held, and releases it', async () => {
    await openRoomActs({ state: 'setup' });
    await press('Hold the start');
    const change = { roomId: uuidOf(7) as never, startHeldSince: NOW };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [change] }));
    screen.getByRole('button', { name: 'Room 7, Room 7: Start held' });
    await press('Release the start');
    expect(acts().map(({ act }) => act)).toEqual([{ type: 'holdStart' }, { type: 'releaseStart' }]);
  });

  it('names the crew, and gives the desk to one of its members for a reason', async () => {
    const members = [
      { id: 'cem', name: 'Cem' },
      { id: 'dora', name: 'Dora', connected: true, suspended: true },
    ];
    await openRoomActs({ members });
    screen.getByText('Cem, not connected · Dora, only watches');
    await press('Hand over to…');
    const form = await dialog();
    await press('Hand over', form);
    form.getByText('Choose who runs the game.');
    expect(acts()).toEqual([]);
    await click(form.getByRole('radio', { name: 'Dora, only watches' }));
    await fill(/^Reason/, 'Cem went home', form);
    await press('Hand over', form);
    await pass();
    expect(acts()).toEqual([{ ...of, act: { type: 'giveDesk', userId: 'dora', reason: 'Cem went home' } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  async function fillAnnouncement(text: string) {
    const form = await dialog();
    await fill(/^Text/, text, form);
    await press('Announce', form);
  }

  it('announces something in one room', async () => {
    await openRoomActs();
    await press('Announce…');
    await fillAnnouncement('Dinner is ready');
    expect(acts().map(({ act }) => act)).toEqual([
      { type: 'announce', text: 'Dinner is ready', audience: ['players', 'crew', 'stage'], minutes: 10 },
    ]);
    await pass();
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
  });

  it('keeps the text of an announcement that failed', async () => {
    await openRoomActs();
    await press('Announce…');
    gateway.refuse('actInRoom', 'busy');
    await fillAnnouncement('Dinner is ready');
    const form = await dialog();
    form.getByText('The server is very busy. Please try again in a moment.');
    form.getByDisplayValue('Dinner is ready');
  });

  it('skips the question that was played when it was asked for', async () => {
    await openRoomActs({ questionId: 'q-3' });
    await press('Skip the question…');
    const asked = await dialog();
    await FakeSocket.last.deliver(
      aShowFrame({ whole: false, rooms: [{ roomId: uuidOf(7) as never, questionId: 'q-4' as never }] }),
    );
    await press('Skip the question', asked);
    expect(acts().map(({ act }) => act)).toEqual([{ type: 'markUnanswered', questionId: 'q-3' }]);
  });

  it.each([
    ['between questions', {}],
    ['while the game is paused', { questionId: 'q-3', pausedSince: NOW }],
  ])('offers to skip no question %s', async (_, room) => {
    await openRoomActs(room);
    expect(screen.queryByRole('button', { name: 'Skip the question…' })).toBeNull();
  });

  it('offers no pause before the start', async () => {
    await openRoomActs({ state: 'setup' });
    expect(screen.queryByRole('button', { name: 'Pause the game' })).toBeNull();
  });

  it('repeats an act that failed as the same one', async () => {
    await openRoomActs();
    gateway.refuse('actInRoom', 'busy');
    await press('Lock joining');
    gateway.answer('actInRoom', { gameId: 'game-7' as never });
    await press('Lock joining');
    const ids = gateway.inputsOf('actInRoom').map(({ body }) => body.commandId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('pauses a game anew after a pause whose answer was lost, and that another operator ended', async () => {
    await openRoomActs();
    gateway.refuse('actInRoom', 'unavailable');
    await press('Pause the game');
    const roomId = uuidOf(7) as never;
    const tell = (facts: object) =>
      FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [{ roomId, ...facts } as never] }));
    await tell({ pausedSince: NOW, lastActionAt: NOW + 1 });
    await tell({ pausedSince: null, lastActionAt: NOW + 2 });
    gateway.answer('actInRoom', { gameId: 'game-7' as never });
    const before = new Set(gateway.inputsOf('actInRoom').map(({ body }) => body.commandId));
    await press('Pause the game');
    const last = gateway.inputsOf('actInRoom').at(-1)!.body;
    expect(last.act).toEqual({ type: 'pauseGame' });
    expect(before.has(last.commandId)).toBe(false);
  });

  it('announces once what is sent again after its answer was lost and the game went on', async () => {
    await openRoomActs();
    await press('Announce…');
    gateway.refuse('actInRoom', 'busy');
    await fillAnnouncement('Dinner is ready');
    await FakeSocket.last.deliver(
      aShowFrame({ whole: false, rooms: [{ roomId: uuidOf(7) as never, lastActionAt: NOW + 1 }] }),
    );
    gateway.answer('actInRoom', { gameId: 'game-7' as never });
    await press('Announce', await dialog());
    const ids = gateway.inputsOf('actInRoom').map(({ body }) => body.commandId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  const player = (name: string, also: object = {}) => ({
    ...{ id: name, seat: 1, name, score: 100, isActive: true, removed: null },
    ...also,
  });
  async function showPeople(view: object = {}) {
    gateway.answer('roomStaffView', { question: null, players: [], seatRequests: [], ...view } as never);
    await openRoomActs();
    await press('Players and answer…');
    expect(gateway.inputsOf('roomStaffView')).toEqual([]);
    await press('Show them');
    await pass();
    return dialog();
  }

  it('shows the answer of a room after a second tap that says it is recorded', async () => {
    const question = { category: 'TV', points: 300, answer: 'Barbie Girl', songName: '' };
    const shown = await showPeople({ question });
    shown.getByText('Barbie Girl');
    shown.getByText('TV, 300');
    expect(gateway.inputsOf('roomStaffView').map(({ params }) => params)).toEqual([
      { showId: SHOW, roomId: uuidOf(7), gameId: 'game-7' },
    ]);
  });

  it('bans, renames and lets in players of a room, and looks again after each', async () => {
    const shown = await showPeople({ players: [player('Ann'), player('Bob', { seat: 2, removed: 'banned' })] });
    await press('Allow Bob to join again', shown);
    await press('Actions for Ann', shown);
    await click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await fill('New name', 'Anna', await dialog());
    await press('Save', await dialog());
    await pass();
    expect(acts().map(({ act }) => act)).toEqual([
      { type: 'removePlayer', playerId: 'Bob', ban: false },
      { type: 'renamePlayer', playerId: 'Ann', name: 'Anna' },
    ]);
    expect(gateway.inputsOf('roomStaffView')).toHaveLength(3);
  });

  it('keeps a name of a room that players have reported', async () => {
    const shown = await showPeople({ reported: [{ id: 'Bob', seat: 2, name: 'Bob', reports: 3 }] });
    shown.getByText(/Reported by 3 players/);
    await press('Keep Bob', shown);
    expect(acts().map(({ act }) => act)).toEqual([{ type: 'keepName', playerId: 'Bob', name: 'Bob' }]);
  });

  it('leaves scores to the crew', async () => {
    const shown = await showPeople({ players: [player('Ann')] });
    await press('Actions for Ann', shown);
    const item = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Change score' });
    expect([item.disabled, item.title]).toEqual([true, 'Only the crew changes scores. Help in the room first.']);
  });

  it('gives a seat to the person who asks for it', async () => {
    const shown = await showPeople({ seatRequests: [{ playerId: 'cem', seat: 1, name: 'Ann', score: 100 }] });
    await press('Allow', shown);
    expect(acts().map(({ act }) => act)).toEqual([
      { type: 'answerSeatRequest', playerId: 'cem', seat: 1, allow: true },
    ]);
  });

  it('shows no answer to an operator who plays there', async () => {
    await openRoomActs();
    await press('Players and answer…');
    gateway.refuse('roomStaffView', 'operator-plays');
    await press('Show them');
    await pass();
    (await dialog()).getByText('You play in this game. Another operator can do this.');
  });

  it('leads all staff to the stage of a room', async () => {
    await openRoomActs({}, 'viewer');
    const to = screen.getByRole('link', { name: 'Watch the stage' }).getAttribute('href');
    expect(to).toBe(`/events/${SHOW}/rooms/${uuidOf(7)}/games/game-7/stage`);
  });

  it('offers viewers no acts in a room', async () => {
    await openRoomActs({}, 'viewer');
    expect(screen.queryByRole('button', { name: 'Take over…' })).toBeNull();
  });

  const bulkActs = () => gateway.inputsOf('actInRooms').map(({ body: { act, rooms } }) => ({ act, rooms }));
  const tile = (n: number) => screen.getByRole('button', { name: new RegExp(`^Room ${n}, `) });
  const seenIn = (n: number) => ({ roomId: uuidOf(n), after: `game-${n}` });
  async function openMany() {
    gateway.answer('actInRooms', {});
    const rooms = [1, 2, 3].map((n) => aRoomNow(n, { group: n < 3 ? 'Lyon' : 'Paris' }));
    await open(aShowFrame({ rooms }), '?group=Lyon');
    await press('Several rooms…');
  }
  const result = (n: number, state: 'waiting' | 'done' | 'refused', code: string | null = null) => ({
    ...{ roomId: uuidOf(n) as never, state, code },
  });

  it('pauses the games of a selection, once the numbers of rooms and players are confirmed', async () => {
    gateway.answer('readBulkAct', { act: { type: 'pauseGame' }, rooms: [result(2, 'done')] });
    await openMany();
    expect(screen.getByRole('button', { name: 'Pause games' }).hasAttribute('disabled')).toBe(true);
    await click(tile(1));
    await click(tile(2));
    await click(tile(1));
    expect([tile(1), tile(2)].map((each) => each.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    await press('Pause games');
    const asked = await dialog();
    asked.getByText('Pause 1 game?');
    asked.getByText('1 room, players connected: 8.');
    expect(bulkActs()).toEqual([]);
    await press('Pause', asked);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'pauseGame' }, rooms: [seenIn(2)] }]);
    screen.getByText('Done in 1 of 1 room.');
  });

  it('ends the games of a group, follows how far that is, and names what was refused', async () => {
    gateway.answer('readBulkAct', { act: { type: 'completeGame' }, rooms: [result(1, 'done'), result(2, 'waiting')] });
    await openMany();
    await press('Select all shown (2)');
    await press('End games');
    await press('End', await dialog());
    await pass();
    screen.getByText('Done in 1 of 2 rooms.');
    const rooms = [result(1, 'done'), result(2, 'refused', 'game-ended')];
    gateway.answer('readBulkAct', { act: { type: 'completeGame' }, rooms });
    await pass(AGAIN_MS);
    await pass();
    screen.getByText('Not done in 1 room:');
    expect(screen.getByRole('list', { name: 'Rooms where it was not done' }).textContent).toBe(
      '2 · Room 2 This game has already ended',
    );
    expect(bulkActs()).toEqual([{ act: { type: 'completeGame' }, rooms: [seenIn(1), seenIn(2)] }]);
  });

  it('holds the starts of the games that have not begun, and releases those that are held', async () => {
    gateway.answer('readBulkAct', { act: { type: 'holdStart' }, rooms: [result(1, 'done')] });
    gateway.answer('actInRooms', {});
    const rooms = [1, 2, 3].map((n) => aRoomNow(n, { state: n === 3 ? 'playing' : 'setup' }));
    await open(aShowFrame({ rooms: [rooms[0]!, { ...rooms[1]!, startHeldSince: NOW }, rooms[2]!] }));
    await press('Several rooms…');
    await press('Select all shown (3)');
    await press('Hold new starts');
    const asked = await dialog();
    asked.getByText('Hold the start of 1 game?');
    asked.getByText(
      '1 room, players connected: 8. Their crews cannot start until you release them. Games that are being played go on. Games that are created later are held, too.',
    );
    await press('Hold', asked);
    await pass();
    await press('Close', await dialog());
    await press('Release starts');
    const released = await dialog();
    released.getByText('1 room, players connected: 8. Games that are created later are released, too.');
    await press('Release', released);
    await pass();
    expect(bulkActs()).toEqual([
      { act: { type: 'holdStart', later: 'all' }, rooms: [seenIn(1)] },
      { act: { type: 'releaseStart', later: 'all' }, rooms: [seenIn(2)] },
    ]);
  });

  it('holds and releases the starts of games that are created later where no room has a game that fits', async () => {
    gateway.answer('readBulkAct', { act: { type: 'holdStart' }, rooms: [] });
    gateway.answer('actInRooms', {});
    const { gameId: _none, ...empty } = aRoomNow(2);
    await open(aShowFrame({ rooms: [aRoomNow(1, { state: 'playing' }), empty] }));
    await press('Several rooms…');
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect(['Hold new starts', 'Release starts'].map(isDisabled)).toEqual([true, true]);
    await press('Select all shown (2)');
    for (const [name, yes, text] of [
      ['Hold new starts', 'Hold', 'Games that are created later are held, too.'],
      ['Release starts', 'Release', 'Games that are created later are released, too.'],
    ] as const) {
      await press(name);
      const asked = await dialog();
      asked.getByText(text);
      await press(yes, asked);
      await pass();
      (await dialog()).getByText('Done for games that are created later.');
      await press('Close', await dialog());
    }
    expect(bulkActs()).toEqual([
      { act: { type: 'holdStart', later: 'all' }, rooms: [] },
      { act: { type: 'releaseStart', later: 'all' }, rooms: [] },
    ]);
  });

  it('holds and releases the starts of games that are created later in a group, if all of its rooms are chosen', async () => {
    gateway.answer('readBulkAct', { act: { type: 'holdStart' }, rooms: [result(1, 'done')] });
    gateway.answer('actInRooms', {});
    const rooms = [1, 2, 3].map((n) => aRoomNow(n, { state: 'setup', group: n < 3 ? 'Lyon' : 'Paris' }));
    await open(aShowFrame({ rooms }), '?group=Lyon');
    await press('Several rooms…');
    await press('Select all shown (2)');
    await press('Hold new starts');
    const asked = await dialog();
    asked.getByText(/ Games that are being played go on\. Games that are created later in Lyon are held, too\.$/);
    await press('Hold', asked);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'holdStart', later: ['Lyon'] }, rooms: [seenIn(1), seenIn(2)] }]);
    await press('Close', await dialog());
    const held = rooms.map((room) => ({ ...room, startHeldSince: NOW }));
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: held }));
    await pass();
    await press('Release starts');
    (await dialog()).getByText(/connected: \d+\. Games that are created later in Lyon are released, too\.$/);
  });

  it('holds the starts of chosen rooms alone where others of their group are left out', async () => {
    gateway.answer('readBulkAct', { act: { type: 'holdStart' }, rooms: [result(1, 'done')] });
    gateway.answer('actInRooms', {});
    await open(
      aShowFrame({ rooms: [1, 2].map((n) => aRoomNow(n, { state: 'setup', group: 'Lyon' })) }),
      '?search=Room 1',
    );
    await press('Several rooms…');
    await press('Select all shown (1)');
    await press('Hold new starts');
    const asked = await dialog();
    asked.getByText(/ Games that are being played go on\.$/);
    await press('Hold', asked);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'holdStart' }, rooms: [seenIn(1)] }]);
  });

  it('holds, releases and moves also the starts of games of which nothing is known yet', async () => {
    gateway.answer('readBulkAct', { act: { type: 'holdStart' }, rooms: [result(1, 'done')] });
    gateway.answer('actInRooms', {});
    const lost = aRoomNow(2, { state: 'setup', startHeldSince: NOW, isUnknown: true });
    await open(aShowFrame({ rooms: [aRoomNow(1, { state: undefined }), lost, aRoomNow(3)] }));
    await press('Several rooms…');
    await press('Select all shown (3)');
    for (const [act, yes] of [
      ['Hold new starts', 'Hold'],
      ['Release starts', 'Release'],
    ] as const) {
      await press(act);
      await press(yes, await dialog());
      await pass();
      await press('Close', await dialog());
    }
    await press('Move the start…');
    (await dialog()).getByText('For 2 rooms that have not begun. Players connected: 16.');
    expect(bulkActs().map(({ rooms }) => rooms)).toEqual([
      [seenIn(1), seenIn(2)],
      [seenIn(1), seenIn(2)],
    ]);
  });

  it('moves the planned start of the rooms that have not begun, by minutes', async () => {
    gateway.answer('readBulkAct', { act: { type: 'moveStart', minutes: 30 }, rooms: [result(1, 'done')] });
    gateway.answer('actInRooms', {});
    await open(aShowFrame({ rooms: [aRoomNow(1, { state: 'setup' }), aRoomNow(2)] }));
    await press('Several rooms…');
    await press('Select all shown (2)');
    await press('Move the start…');
    const form = await dialog();
    form.getByText('For 1 room that has not begun. Players connected: 8.');
    await choose('How much later', '30 min', form);
    await press('Move the start', form);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'moveStart', minutes: 30 }, rooms: [seenIn(1)] }]);
    screen.getByText('Done in 1 of 1 room.');
  });

  it('moves the planned start of one room to a time in the time zone of the event', async () => {
    const startsAt = NOW + 3_600_000;
    gateway.answer('readBulkAct', { act: { type: 'setStart', startsAt }, rooms: [result(7, 'done')] });
    gateway.answer('actInRooms', {});
    await open(aShowFrame({ rooms: [aRoomNow(7, { state: 'setup' })] }), `?room=${uuidOf(7)}`);
    await press('Move the start…');
    const form = await dialog();
    await click(form.getByRole('radio', { name: 'To a time' }));
    await fill(/^Planned start/, '2026-05-01T15:00', form);
    await press('Move the start', form);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'setStart', startsAt }, rooms: [seenIn(7)] }]);
    const change = { roomId: uuidOf(7) as never, startsAt };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, rooms: [change] }));
    screen.getByText(/^3:00\sPM$/);
  });

  it('announces something in several rooms, and says in how many it is shown', async () => {
    const act = { type: 'announce' as const, text: 'Last round', audience: ['players' as const], minutes: 30 };
    gateway.answer('readBulkAct', { act, rooms: [result(1, 'done'), result(2, 'done')] });
    await openMany();
    await press('Select all shown (2)');
    await press('Announce…');
    const form = await dialog();
    form.getByText('It is shown in 2 rooms. Players connected: 16.');
    await fillAnnouncement('Last round');
    await pass();
    expect(bulkActs()).toEqual([
      { act: { ...act, audience: ['players', 'crew', 'stage'], minutes: 10 }, rooms: [seenIn(1), seenIn(2)] },
    ]);
    screen.getByText('Done in 2 of 2 rooms.');
  });

  it('begins the next round in several rooms, after it has said that games end', async () => {
    gateway.answer('readBulkAct', { act: { type: 'beginRound' }, rooms: [result(1, 'done'), result(2, 'done')] });
    await openMany();
    await press('Select all shown (2)');
    await press('Begin next round');
    const asked = await dialog();
    asked.getByText('2 rooms, players connected: 16. Games that are being played end.');
    await press('Begin', asked);
    await pass();
    expect(bulkActs()).toEqual([{ act: { type: 'beginRound' }, rooms: [seenIn(1), seenIn(2)] }]);
  });

  it('says that the template of the next round of a room is gone', async () => {
    const rooms = [result(1, 'done'), result(2, 'refused', 'round-template-gone')];
    gateway.answer('readBulkAct', { act: { type: 'beginRound' }, rooms });
    await openMany();
    await press('Select all shown (2)');
    await press('Begin next round');
    await press('Begin', await dialog());
    await pass();
    expect(screen.getByRole('list', { name: 'Rooms where it was not done' }).textContent).toBe(
      '2 · Room 2 The template of its next round does not exist any more, or has no questions. Choose another one.',
    );
  });

  it('asks again as the same act after a failure', async () => {
    gateway.answer('readBulkAct', { act: { type: 'resumeGame' }, rooms: [result(1, 'done'), result(2, 'done')] });
    await openMany();
    gateway.refuse('actInRooms', 'unavailable');
    await press('Select all shown (2)');
    await press('Resume games');
    await press('Resume', await dialog());
    // What is unavailable is asked for a second time without a tap.
    await pass(AGAIN_MS);
    await pass();
    gateway.answer('actInRooms', {});
    await press('Try again');
    await pass();
    screen.getByText('Done in 2 of 2 rooms.');
    const ids = gateway.inputsOf('actInRooms').map(({ body: { jobId } }) => jobId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('opens rooms again once selecting has stopped', async () => {
    await openMany();
    await press('Stop selecting');
    await click(tile(1));
    screen.getByRole('region', { name: 'Room 1' });
  });

  it('lets viewers select nothing', async () => {
    await open(aShowFrame({ role: 'viewer', rooms: [aRoomNow(1)] }));
    expect(screen.queryByRole('button', { name: 'Several rooms…' })).toBeNull();
  });

  it('sums up all rooms, and tells joins, refusals and services of the whole installation apart', async () => {
    const lost = aRoomNow(3, { isUnknown: true, reasons: [aReason('unknown')] });
    await open(aShowFrame({ rooms: [aRoomNow(1), aRoomNow(2, { state: 'setup' }), lost] }));
    const figures = screen.getByLabelText('Whole installation');
    expect(screen.getByLabelText('All rooms').textContent).toMatch(
      /Playing1Not started1Over0Unknown1Need help0Players online16$/,
    );
    expect(figures.textContent).toMatch(/^Whole installationJoins a minute–/);
    const installation = { joins: 12, wrongCodes: 2, refusals: 3, p99: 41.6, down: [], failing: ['library'] };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, figures: installation }));
    expect(figures.textContent).toMatch(
      /Joins a minute12Wrong codes a minute2Rate-limited a minute3Buzz latency, p9942 msServiceslibrary$/,
    );
    const cutOff = { ...installation, down: ['bus' as const], failing: [] };
    await FakeSocket.last.deliver(aShowFrame({ whole: false, figures: cutOff }));
    expect(figures.textContent).toMatch(/Joins a minute–.*ServicesNATS is down$/);
  });

  it('says what it does not know', async () => {
    await open(aShowFrame({ rooms: [aRoomNow(1)], known: false }));
    screen.getByText('The server cannot tell how the rooms are. What you see may be old.');
    await FakeSocket.last.deliver(aShowFrame({ whole: false }));
    expect(screen.queryByText(/cannot tell/)).toBeNull();
    await FakeSocket.last.cut();
    screen.getByText(/^Connection lost\./);
  });

  it('says that only the staff see it', async () => {
    await open();
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText('No longer updated: Only the staff of this event see its rooms.');
  });

  it('tells ages by the clock of the server', async () => {
    const since = NOW + 600_000 - 34_000;
    const rooms = [aRoomNow(2, { reasons: [aReason('help', since, HELP.facts)] })];
    await open(aShowFrame({ now: NOW + 600_000, rooms, cards: [aCard(2, { since })] }));
    screen.getByText('34 s');
  });

  describe('notifications', () => {
    /** Of the sound that is played. */
    const BUZZ_HZ = 392;
    let shown: string[];
    let tones: FakeTones;
    let tests = 0;

    beforeEach(async () => {
      shown = [];
      class FakeNotification {
        static permission = 'granted';
        constructor(title: string, { body }: NotificationOptions) {
          shown.push(`${title}: ${body}`);
        }
      }
      Object.assign(globalThis, { Notification: FakeNotification });
      tones = new FakeTones();
      // The clock of every test starts anew, and the pause after a sound outlives its test.
      await pass((tests += 1) * 10_000);
    });
    afterEach(() => {
      tones.remove();
      Reflect.deleteProperty(globalThis, 'Notification');
    });

    const switchOn = async () => {
      const box = screen.getByRole('switch', { name: 'Notification with sound' });
      await key('Enter', box);
      await click(box);
    };
    const deliver = (change: Parameters<typeof aShowFrame>[0]) =>
      FakeSocket.last.deliver(aShowFrame({ whole: false, ...change }));

    it('tell once of a new card that no one is on, with a sound, after they were switched on', async () => {
      await open(aShowFrame({ rooms: [withHelp(1), withHelp(2), withHelp(3), withHelp(4)], cards: [aCard(1)] }));
      await deliver({ cards: [aCard(4)] });
      expect([shown, tones.played]).toEqual([[], []]);
      await switchOn();
      const claim = { userId: 'paul' as never, name: 'Paul', at: NOW };
      await deliver({ cards: [aCard(2), aCard(3, { claim })] });
      await deliver({ cards: [aCard(2)] });
      expect(shown).toEqual(['2 · Room 2: Calls for help']);
      expect(tones.played).toEqual([BUZZ_HZ]);
    });

    const cardOfGroup = (id: string, ...numbers: number[]) => {
      const of = numbers.map((n) => ({ roomId: uuidOf(n), kind: 'help' as const, since: NOW }));
      return aCard(numbers[0]!, { id, common: { by: 'group', name: 'Hall B' }, rooms: of });
    };

    it('tell of nothing when the oldest room of a group recovers, and the rest is a card of another id', async () => {
      await open(aShowFrame({ rooms: [1, 2, 3, 4].map(withHelp) }));
      await switchOn();
      await deliver({ cards: [cardOfGroup('group help 1', 1, 2, 3, 4)] });
      await pass(1_000);
      await deliver({ cards: [cardOfGroup('group help 2', 2, 3, 4)], gone: ['group help 1'] });
      await deliver({ cards: [aCard(3), aCard(4)], gone: ['group help 2'] });
      expect(shown).toEqual(['Hall B: 4 rooms: Calls for help']);
      expect(tones.played).toEqual([BUZZ_HZ]);
    });

    it('tell of a cause that ended and is there again', async () => {
      await open(aShowFrame({ rooms: [withHelp(2)] }));
      await switchOn();
      await deliver({ cards: [aCard(2)] });
      await pass(1_000);
      await deliver({ gone: [aCard(2).id] });
      await deliver({ cards: [aCard(2)] });
      expect(shown).toHaveLength(2);
      expect(tones.played).toEqual([BUZZ_HZ, BUZZ_HZ]);
    });
  });

  it('lists what was solved once it is asked for', async () => {
    await open();
    gateway.answer('listSolved', {
      solved: [
        {
          ...{ roomId: uuidOf(2) as never, kind: 'help', number: 2, name: 'Room 2' },
          ...{ since: NOW - 40_000, endedAt: NOW, claimedBy: 'Paul' },
        },
      ],
    });
    expect(gateway.inputsOf('listSolved')).toEqual([]);
    await click(screen.getByText('Solved'));
    await pass();
    await screen.findByText('2 · Room 2: Calls for help, after 40 s, by Paul');
  });

  it('speaks German', async () => {
    await open(aShowFrame({ rooms: [withHelp(2)], cards: [aCard(2)] }), '', 'de');
    screen.getByRole('button', { name: 'Ich kümmere mich' });
    screen.getByText('Cem: Song oder Video.');
  });
});
