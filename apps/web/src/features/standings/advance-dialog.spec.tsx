import { beforeEach, describe, expect, it } from '@jest/globals';
import { type RouteReply, RoomId, type StandingsEntry } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aRoom, aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, fill, NOW, pass, press } from '../../testing/user-actions.js';
import { StandingsPage } from './standings-page.js';

type People = RouteReply<'readAdvance'>['people'];
const room = (n: number) => ({ roomId: RoomId.parse(uuidOf(n)), number: n, name: `Room ${n}` });
const chosen = (rank: number, name: string, from: number, to: number) => ({
  ...{ playerId: name.toLowerCase() as People[number]['playerId'], rank, name, from: room(from), to: room(to) },
});
const entry: StandingsEntry = {
  ...{ rank: 1, name: 'Ann', points: 100, right: 1, wrong: 0, value: 100, games: 1, room: room(1) },
};
const PLAN = [
  { ...chosen(1, 'Ann', 1, 3), code: null },
  { ...chosen(2, 'Bob', 2, 4), code: null },
  { ...chosen(3, 'Cem', 2, 4), code: 'player-not-found' },
];

interface Opened {
  readonly role?: 'operator' | 'viewer' | null;
  readonly search?: string;
  readonly language?: 'en' | 'de';
}
async function open({ role = 'operator', search = '', language = 'en' }: Opened = {}) {
  signInAs({ id: 'ines', name: 'Ines' });
  gateway.answer('readShow', aShow({ counts: { ready: 4 }, role }));
  gateway.answer('listStandings', {
    ...{ total: 1, rounds: 2, hasTeams: true, groups: [''], frozenAt: null, isFrozen: false, isRevealing: false },
    entries: [entry],
  });
  gateway.answer('readShowStage', {
    settings: { kind: 'players', counting: 'points', publicNames: null },
    ...{ isLinked: false, role: 'operator' },
    stage: {
      ...{ name: 'Company night', kind: 'players', counting: 'points', total: 0, rounds: 1, frozenAt: null },
      ...{ reveal: null, publicKey: null, entries: [] },
    },
  });
  gateway.answer('listRooms', { rooms: [1, 2, 3, 4].map((n) => aRoom(n)), next: null });
  gateway.answer('listAdvances', { advances: [] });
  gateway.answer('planAdvance', { digest: 'seen', people: PLAN });
  gateway.answer('advance', {});
  await draw(<StandingsPage />, {
    at: `/events/${SHOW}/standings${search}`,
    path: '/events/:showId/standings',
    language,
  });
  await pass();
}
const progress = (states: readonly [rank: number, name: string, state: People[number]['state'], code?: string][]) =>
  gateway.answer('readAdvance', {
    ...{ kind: 'players', askedAt: NOW },
    people: states.map(([rank, name, state, code = null]) => ({ ...chosen(rank, name, 1, 3), state, code })),
  });
const shown = (list: HTMLElement) => within(list).getAllByRole('listitem');

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

describe('an operator who sends the best to the next round', () => {
  it('chooses how many and which rooms, sees who goes where, and sends that', async () => {
    await open({ search: '?round=1' });
    await press('Advance…');
    const choice = await dialog('Who advances?');
    await pass();
    expect(choice.getByRole<HTMLButtonElement>('button', { name: 'Show who goes where' }).disabled).toBe(true);
    await fill('How many players', '3', choice);
    await click(choice.getByLabelText('4 · Room 4'));
    await click(choice.getByLabelText('3 · Room 3'));
    await press('Show who goes where', choice);
    const preview = await dialog('Who goes where');
    expect(shown(preview.getByRole('list')).map(({ textContent }) => textContent)).toEqual([
      '1. Ann1 · Room 1 → 3 · Room 3',
      '2. Bob2 · Room 2 → 4 · Room 4',
      '3. Cem2 · Room 2 → 4 · Room 4Cannot advance: This player is not in the game.',
    ]);
    const wish = { kind: 'players', counting: 'points', round: 1, count: 3, roomIds: [uuidOf(3), uuidOf(4)] };
    expect(gateway.inputsOf('planAdvance').map(({ body }) => body)).toEqual([wish]);
    expect(gateway.inputsOf('advance')).toEqual([]);
    progress([[1, 'Ann', 'waiting']]);
    await press('Send 2 people to 2 rooms', preview);
    await pass();
    expect(gateway.inputsOf('advance').map(({ body }) => body)).toEqual([
      { ...wish, digest: 'seen', jobId: expect.any(String) },
    ]);
    await dialog('On the way');
  });

  it('sees who is missing first, and replaces them by one tap', async () => {
    await open();
    gateway.answer('listAdvances', { advances: [{ jobId: 'job-0001', askedAt: NOW, people: 3, arrived: 1 }] });
    progress([
      [1, 'Ann', 'arrived'],
      [2, 'Bob', 'absent'],
      [3, 'Cem', 'failed', 'banned'],
      [4, 'Dora', 'sent'],
    ]);
    await press('Advance…');
    await pass();
    await press(/1 of 3 there$/);
    const list = await screen.findByRole('list', { name: 'Everyone who advances' });
    screen.getByText('1 of 4 are there · 1 is missing');
    expect(shown(list).map((row) => row.querySelector('b')?.textContent)).toEqual([
      ...['2. Bob', '3. Cem', '4. Dora', '1. Ann'],
    ]);
    expect(within(list).queryByRole('button', { name: 'Replace Ann with the next in the standings' })).toBeNull();
    expect(within(list).queryByRole('button', { name: 'Give the seat of Ann away' })).toBeNull();
    gateway.answer('releaseAdvanced', {});
    progress([
      [2, 'Bob', 'released'],
      [5, 'Eli', 'sent'],
    ]);
    await press('Replace Bob with the next in the standings');
    await pass();
    expect(gateway.inputsOf('releaseAdvanced').map(({ params, body }) => [params.jobId, body])).toEqual([
      ['job-0001', { playerId: 'bob', replace: true }],
    ]);
    screen.getByText('0 of 1 are there');
    await press('Give the seat of Eli away');
    expect(gateway.inputsOf('releaseAdvanced')).toHaveLength(1);
    await press('Give seat away', await dialog('Give the seat of Eli away?'));
    expect(gateway.inputsOf('releaseAdvanced').at(-1)?.body).toEqual({ playerId: 'eli', replace: false });
  });

  it('follows the arrivals', async () => {
    await open();
    gateway.answer('listAdvances', { advances: [{ jobId: 'job-0001', askedAt: NOW, people: 1, arrived: 0 }] });
    progress([[1, 'Ann', 'sent']]);
    await press('Advance…');
    await pass();
    await press(/0 of 1 there$/);
    await pass();
    progress([[1, 'Ann', 'arrived']]);
    await pass(2_100);
    screen.getByText('1 of 1 are there');
  });

  it('looks again when the standings have changed since', async () => {
    await open();
    await press('Advance…');
    await pass();
    await click(screen.getByLabelText('3 · Room 3'));
    await press('Show who goes where');
    gateway.refuse('advance', 'standings-changed');
    await press(/^Send 2 people/);
    await pass();
    await dialog('Who advances?');
    expect(gateway.inputsOf('listAdvances')).toHaveLength(2);
    await press('Select all');
    await press('Show who goes where');
    expect(gateway.inputsOf('planAdvance').at(-1)?.body.roomIds).toHaveLength(4);
  });

  it('needs a number within the bounds, and an empty field is none', async () => {
    await open();
    await press('Advance…');
    await pass();
    await click(screen.getByLabelText('3 · Room 3'));
    const preview = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Show who goes where' }).disabled;
    for (const [typed, isDisabled] of [
      ['', true],
      ['0', true],
      ['9999', true],
      ['7', false],
    ] as const) {
      await fill('How many players', typed);
      expect([typed, screen.getByLabelText<HTMLInputElement>('How many players').value]).toEqual([typed, typed]);
      expect([typed, preview()]).toEqual([typed, isDisabled]);
    }
  });

  it('sends the same job again after an answer that was lost, as the server may have begun it', async () => {
    await open();
    await press('Advance…');
    await pass();
    await click(screen.getByLabelText('3 · Room 3'));
    await press('Show who goes where');
    gateway.disconnect('advance');
    await press(/^Send 2 people/);
    await pass();
    await dialog('Who goes where');
    gateway.answer('advance', {});
    progress([[1, 'Ann', 'waiting']]);
    await press(/^Send 2 people/);
    await pass();
    await dialog('On the way');
    const jobs = gateway.inputsOf('advance').map(({ body }) => body.jobId);
    expect(jobs).toHaveLength(2);
    expect(new Set(jobs).size).toBe(1);
  });

  it('shows no plan that comes after the dialog was closed', async () => {
    await open();
    await press('Advance…');
    await pass();
    await click(screen.getByLabelText('3 · Room 3'));
    const release = gateway.hold('planAdvance');
    await press('Show who goes where');
    await press('Close');
    release();
    await pass(1_000);
    await press('Advance…');
    await dialog('Who advances?');
    expect(screen.queryByRole('list', { name: 'Who goes where' })).toBeNull();
  });

  it('gives several seats away at once, each of them only once', async () => {
    await open();
    gateway.answer('listAdvances', { advances: [{ jobId: 'job-0001', askedAt: NOW, people: 2, arrived: 0 }] });
    progress([
      [1, 'Ann', 'absent'],
      [2, 'Bob', 'absent'],
    ]);
    await press('Advance…');
    await pass();
    await press(/0 of 2 there$/);
    await pass();
    gateway.answer('releaseAdvanced', {});
    const release = gateway.hold('releaseAdvanced');
    await press('Replace Ann with the next in the standings');
    await press('Replace Bob with the next in the standings');
    const isBusy = (name: string) =>
      screen.getByRole<HTMLButtonElement>('button', { name: `Give the seat of ${name} away` }).disabled;
    expect([isBusy('Ann'), isBusy('Bob')]).toEqual([true, true]);
    release();
    await pass();
    expect([isBusy('Ann'), isBusy('Bob')]).toEqual([false, false]);
    await press('Give the seat of Ann away');
    await press('Cancel', await dialog('Give the seat of Ann away?'));
    expect(gateway.inputsOf('releaseAdvanced')).toHaveLength(2);
  });

  it.each(['viewer', null] as const)('needs the role of an operator: with %s there is no button', async (role) => {
    await open({ role });
    screen.getByRole('table', { name: 'Standings' });
    expect(screen.queryByRole('button', { name: 'Advance…' })).toBeNull();
  });

  it('speaks German', async () => {
    await open({ language: 'de', search: '?kind=teams' });
    await press('Weiterschicken …');
    await dialog('Wer kommt weiter?');
    screen.getByLabelText('Wie viele Teams');
  });
});
