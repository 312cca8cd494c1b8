import { beforeEach, describe, expect, it } from '@jest/globals';
import { type RouteReply, RoomId, type StandingsEntry } from '@earworm/contracts';
import { act, screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { choose, click, dialog, draw, NOW, pass, press } from '../../testing/user-actions.js';
import { StandingsPage } from './standings-page.js';

type Standings = RouteReply<'listStandings'>;

const entry = (rank: number, name: string, points: number, more: Partial<StandingsEntry> = {}): StandingsEntry => ({
  ...{ rank, name, points, right: 4, wrong: 1, value: points, games: 2 },
  room: { roomId: RoomId.parse(uuidOf(1)), number: 1, name: 'Blue Tram' },
  ...more,
});
const standings = (entries: readonly StandingsEntry[], more: Partial<Standings> = {}): Standings => ({
  ...{ total: entries.length, rounds: 1, hasTeams: false, groups: [''], frozenAt: null, isFrozen: false },
  isRevealing: false,
  entries: [...entries],
  ...more,
});

const STAGE: RouteReply<'readShowStage'> = {
  settings: { kind: 'players', counting: 'points', publicNames: null },
  ...{ isLinked: false, role: 'operator' },
  stage: {
    ...{ name: 'Company night', kind: 'players', counting: 'points', total: 0, rounds: 1, frozenAt: null },
    ...{ reveal: null, publicKey: null, entries: [] },
  },
};

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

interface Opened {
  readonly show?: Parameters<typeof aShow>[0];
  readonly search?: string;
  readonly language?: 'en' | 'de';
}
async function open(found: Standings, { show = {}, search = '', language = 'en' }: Opened = {}) {
  gateway.answer('readShow', aShow({ counts: { ready: 2 }, ...show }));
  gateway.answer('listStandings', found);
  gateway.answer('readShowStage', STAGE);
  await draw(<StandingsPage />, {
    at: `/events/${SHOW}/standings${search}`,
    path: '/events/:showId/standings',
    language,
  });
  await pass();
}
const asked = () => gateway.inputsOf('listStandings').map(({ query }) => query);
const rows = () => {
  const table = screen.getByRole('table', { name: 'Standings' });
  const [, ...found] = within(table).getAllByRole('row');
  return found.map((row) => [...row.children].map(({ textContent }) => textContent));
};
const BEST = [entry(1, 'Ann', 1250), entry(2, 'Bob', 900), entry(2, 'Cem', 900, { wrong: 1 })];

describe('the standings of an event', () => {
  it('show place, name, room, points and answers, and who shares a place', async () => {
    await open(standings(BEST));
    expect(rows()[0]).toEqual(['1', 'Ann1 · Blue Tram', '1 · Blue Tram', '1,250', '4', '1']);
    expect(rows().map(([place]) => place)).toEqual(['1', '2=', '2=']);
    screen.getByText('3 entries');
    expect(screen.getByRole('link', { name: 'Company night' }).getAttribute('href')).toBe(`/events/${SHOW}`);
    expect(screen.queryByText('Teams')).toBeNull();
  });

  it('follow the games every second while the page is visible', async () => {
    await open(standings(BEST));
    gateway.answer('listStandings', standings([entry(1, 'Bob', 1300)]));
    await pass(1_100);
    expect(rows().map(([place, name]) => [place, name])).toEqual([['1', 'Bob1 · Blue Tram']]);
    const isHidden = Object.getOwnPropertyDescriptor(Document.prototype, 'visibilityState');
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    const before = asked().length;
    await pass(5_000);
    expect(asked().length - before).toBeLessThanOrEqual(1);
    if (isHidden) Reflect.deleteProperty(document, 'visibilityState');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  });

  it('keep what is known when they cannot be read, and tell why it is old', async () => {
    await open(standings(BEST));
    gateway.refuse('listStandings', 'unavailable');
    await pass(4_000);
    expect(rows()).toHaveLength(3);
    screen.getByText(/^Not up to date:/);
  });

  it('switch between players and teams, and between ways of counting', async () => {
    await open(standings(BEST, { hasTeams: true }));
    gateway.answer('listStandings', standings([entry(1, 'Owls', 300, { value: 37.5 })], { hasTeams: true }));
    await click(screen.getByRole('radio', { name: 'Teams' }));
    await choose('Counted by', 'Points per question');
    await pass();
    expect(asked().at(-1)).toEqual({ kind: 'teams', counting: 'average', page: 1 });
    expect(rows()[0]).toEqual(['1', 'Owls1 · Blue Tram', '1 · Blue Tram', '37.50', '300', '4', '1']);
    screen.getByRole('columnheader', { name: 'Per question' });
    expect(location.search).toBe('?kind=teams&counting=average');
  });

  it('take group and round from the address, and start at the first page for others', async () => {
    const more = { groups: ['Lyon', ''], rounds: 2, total: 230 };
    await open(standings(BEST, more), { search: '?group=Lyon&round=2&page=2' });
    expect(asked()[0]).toEqual({ kind: 'players', counting: 'points', page: 2, group: 'Lyon', round: 2 });
    screen.getByText('Page 2 of 3');
    await choose('Group', 'Without a group');
    await pass();
    expect(asked().at(-1)).toEqual({ kind: 'players', counting: 'points', page: 1, group: '', round: 2 });
    await choose('Round', 'All rounds');
    await choose('Group', 'All groups');
    await pass();
    expect(asked().at(-1)).toEqual({ kind: 'players', counting: 'points', page: 1 });
    expect(location.search).toBe('');
  });

  it('say why they are empty', async () => {
    await open(standings([]));
    screen.getByText('No standings yet');
    expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
  });

  it('freeze at once for an operator, and show again only when asked twice', async () => {
    await open(standings(BEST));
    gateway.answer('freezeStandings', { frozenAt: NOW });
    gateway.answer('listStandings', standings(BEST, { frozenAt: NOW }));
    await press('Freeze');
    await pass();
    screen.getByText(/^Frozen since .*: others see the standings of that moment\. You see them as they are now\.$/);
    await press('Release');
    const sent = () => gateway.inputsOf('freezeStandings').map(({ body }) => body);
    expect(sent()).toEqual([{ frozen: true }]);
    gateway.answer('freezeStandings', { frozenAt: null });
    gateway.answer('listStandings', standings(BEST));
    await press('Show them', await dialog('Show the standings as they are now?'));
    await pass();
    expect(sent()).toEqual([{ frozen: true }, { frozen: false }]);
    await screen.findByRole('button', { name: 'Freeze' });
  });

  it('show a viewer since when they are frozen, without a button', async () => {
    await open(standings(BEST, { frozenAt: NOW, isFrozen: true }), { show: { role: 'viewer' } });
    screen.getByText(/^Frozen since .* until the announcement\.$/);
    for (const name of ['Freeze', 'Release']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('load for an administrator of no staff only on request, as each look is recorded', async () => {
    await open(standings(BEST), { show: { role: null } });
    await pass(10_000);
    expect(asked()).toHaveLength(1);
    await press('Update');
    await pass();
    expect(asked()).toHaveLength(2);
  });

  it('fill a CSV file with all pages', async () => {
    const pages = [[entry(1, '=Ann', 20)], [entry(2, 'Bob', 10)]];
    await open(standings(BEST));
    gateway.answer('listStandings', ({ query }) => standings(pages[Number(query?.page ?? 1) - 1] ?? [], { total: 2 }));
    await press('Save as CSV');
    await pass();
    const [file] = await savedFiles();
    expect(file?.name).toBe('Company-night-standings-2026-05-01.csv');
    expect(file?.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      '"Place","Name","Room","Points","Right","Wrong"',
      `"1","'=Ann","1 Blue Tram","20","4","1"`,
      '"2","Bob","1 Blue Tram","10","4","1"',
    ]);
  });

  it('speak German', async () => {
    await open(standings(BEST, { frozenAt: NOW, isFrozen: true }), { language: 'de', show: { role: 'viewer' } });
    await screen.findByRole('heading', { name: 'Rangliste' });
    screen.getByText(/^Eingefroren seit .*bis zur Verkündung so\.$/);
    screen.getByText('1.250');
  });
});
