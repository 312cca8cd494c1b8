import { afterEach, describe, expect, it } from '@jest/globals';
import { RefusedError, type RouteReply, type ShowStage } from '@earworm/contracts';
import { act, screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { A_LOGO, SHOW } from '../../testing/shows.js';
import { draw, NOW, pass } from '../../testing/user-actions.js';
import { EventStagePage, PublicStandingsPage } from './pages-by-link.js';

const KEY = 'k'.repeat(43);
type Entry = ShowStage['entries'][number];

const entry = (rank: number, name: string, more: Partial<Entry> = {}): Entry => ({
  ...{ rank, name, before: rank, value: 1_300 - rank * 50 },
  room: { number: rank, name: `Room ${rank}`, group: rank % 2 === 0 ? 'Lyon' : 'Graz' },
  ...more,
});
const BEST = [entry(1, 'Ann'), entry(2, 'Bob', { before: 4 }), entry(2, 'Cem', { before: null, value: 1_200 })];
const aStage = (more: Partial<ShowStage> = {}): ShowStage => ({
  ...{ name: 'Company night', kind: 'players', counting: 'points', total: 40, rounds: 2, frozenAt: null },
  ...{ reveal: null, publicKey: null, entries: BEST },
  ...more,
});
const openStage = async (hash = `#key=${KEY}`, language: 'en' | 'de' = 'en') => {
  await draw(<EventStagePage />, { at: `/events/${SHOW}/stage${hash}`, path: '/events/:showId/stage', language });
  await pass();
};
const rows = () =>
  within(screen.getByRole('list', { name: 'Standings' }))
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('[aria-hidden], [dir], [data-way="new"]')].map((part) => part.textContent));
const show = (visibilityState: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const comeBack = () => {
  show('hidden');
  show('visible');
  act(() => void dispatchEvent(new Event('online')));
};
afterEach(() => void Reflect.deleteProperty(document, 'visibilityState'));
const card = (title: string) => screen.getByRole('heading', { name: title }).parentElement?.textContent;

describe('the stage of an event', () => {
  it('shows places, changes since the round before, names, groups and points', async () => {
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    expect(rows()).toEqual([
      ['1', '', 'Ann', 'Graz', '1,250'],
      ['2', '2', 'Bob', 'Lyon', '1,200'],
      ['2', 'New', 'Cem', 'Lyon', '1,200'],
    ]);
    screen.getByText('Up by 2');
    screen.getByText('Same place as before this round');
    screen.getByText('Top 3 of 40');
    screen.getByText('Round 2');
    screen.getByText('Live');
    expect(card('Groups in the top 3')).toBe('Groups in the top 3Graz 1Lyon 2');
    expect(card('Lead at the top')).toBe('Lead at the top50');
    expect(gateway.inputsOf('lookAtShowStage')[0]).toMatchObject({ params: { showId: SHOW }, body: { key: KEY } });
    expect(gateway.tokensOf('lookAtShowStage')[0]).toBeNull();
  });

  it('shows no arrows in the first round, and the room where there are no groups', async () => {
    const room = { number: 7, name: 'Blue Tram', group: '' };
    gateway.answer('lookAtShowStage', aStage({ rounds: 1, entries: [entry(1, 'Ann', { room, before: null })] }));
    await openStage();
    expect(rows()).toEqual([['1', 'Ann', 'Blue Tram', '1,250']]);
    expect(screen.queryByRole('heading', { name: /^Groups/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Lead at the top' })).toBeNull();
  });

  it('leads phones to the public page, or else to where games are joined', async () => {
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    screen.getByRole('img', { name: `QR code that opens ${location.origin}` });
    gateway.answer('lookAtShowStage', aStage({ publicKey: 'public-key' }));
    await pass(1_100);
    screen.getByRole('img', {
      name: `QR code that opens ${location.origin}/events/${SHOW}/public-standings#key=public-key`,
    });
    screen.getByText('Follow on your phone');
  });

  it('shows name and logo of the event', async () => {
    gateway.answer('showBrand', { name: 'Company night', colours: null, logo: A_LOGO });
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    expect(screen.getByText('Company night').querySelector('img')?.getAttribute('src')).toBe(A_LOGO.path);
  });

  it('shows the logo of a sponsor where the event has one', async () => {
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    expect(screen.queryByRole('img', { name: 'Sponsor of the event' })).toBeNull();
    gateway.answer('lookAtShowStage', aStage({ sponsorLogo: A_LOGO }));
    await pass(1_100);
    expect(screen.getByRole('img', { name: 'Sponsor of the event' }).getAttribute('src')).toBe(A_LOGO.path);
  });

  it('follows within a second, and says how old it is while it cannot', async () => {
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    gateway.answer('lookAtShowStage', aStage({ entries: [entry(1, 'Bob')] }));
    await pass(1_100);
    expect(rows().map(([, , name]) => name)).toEqual(['Bob']);
    gateway.disconnect('lookAtShowStage');
    await pass(3_000);
    expect(screen.queryByText(/^Not up to date/)).toBeNull();
    await pass(5_000);
    screen.getByText(/^Not up to date/);
    screen.getByText(/^\([78] s old\)$/);
    expect(rows()).toHaveLength(1);
    gateway.answer('lookAtShowStage', aStage());
    await pass(5_100);
    expect(screen.queryByText(/^Not up to date/)).toBeNull();
    expect(rows()).toHaveLength(3);
  });

  it('shows nothing any more once its link is revoked', async () => {
    gateway.answer('lookAtShowStage', aStage());
    await openStage();
    gateway.refuse('lookAtShowStage', 'standings-link-unknown');
    await pass(1_100);
    expect(screen.getByRole('alert').textContent).toMatch(/^This link is not valid any more/);
    expect(screen.queryByText('Ann')).toBeNull();
    const before = gateway.inputsOf('lookAtShowStage').length;
    await pass(60_000);
    comeBack();
    await pass();
    expect(gateway.inputsOf('lookAtShowStage')).toHaveLength(before);
  });

  it('keeps trying when it cannot be read at first', async () => {
    gateway.disconnect('lookAtShowStage');
    await openStage();
    screen.getByText(/cannot be loaded right now/);
    gateway.answer('lookAtShowStage', aStage());
    await pass(2_600);
    expect(rows()).toHaveLength(3);
  });

  it('shows what is revealed below places that are not, the latest one marked and announced', async () => {
    const reveal = { entries: 3, best: null, next: 2 };
    gateway.answer('lookAtShowStage', aStage({ frozenAt: NOW, reveal, entries: [] }));
    await openStage();
    screen.getByRole('heading', { name: 'The results' });
    expect(rows()).toEqual([['?'], ['?'], ['?']]);
    gateway.answer('lookAtShowStage', aStage({ reveal: { ...reveal, best: 2, next: 1 }, entries: BEST.slice(1) }));
    await pass(1_100);
    expect(rows().map(([place]) => place)).toEqual(['?', '2', '2']);
    expect([...document.querySelectorAll('[data-new]')].map(({ textContent }) => textContent)).toHaveLength(2);
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('2nd: Bob, Cem');
    expect(screen.queryByRole('heading', { name: 'Lead at the top' })).toBeNull();
    gateway.answer('lookAtShowStage', aStage({ reveal: { ...reveal, best: 1, next: null } }));
    await pass(1_100);
    expect(rows().map(([place]) => place)).toEqual(['1', '2', '2']);
    expect(card('Lead at the top')).toBe('Lead at the top50');
  });

  it('says when the standings are frozen, and how they are counted, in German', async () => {
    gateway.answer('lookAtShowStage', aStage({ frozenAt: NOW, counting: 'average', rounds: 1 }));
    await openStage(`#key=${KEY}`, 'de');
    await screen.findByText(/^Eingefroren um /);
    screen.getByText('Punkte pro Frage · Top 3 von 40');
  });

  const ofStaff = (role: RouteReply<'readShowStage'>['role']) => ({
    ...{ stage: aStage(), isLinked: false, role },
    settings: { kind: 'players' as const, counting: 'points' as const, publicNames: null },
  });
  const looks = () => gateway.inputsOf('readShowStage').length;

  it('shows the staff the stage without a link', async () => {
    signInAs({ id: 'ines', name: 'Ines' });
    gateway.answer('readShowStage', ofStaff('viewer'));
    await openStage('');
    expect(rows()).toHaveLength(3);
    await pass(5_000);
    expect(looks()).toBeGreaterThan(4);
    expect(gateway.inputsOf('lookAtShowStage')).toEqual([]);
  });

  it('reads once for an administrator of no staff, as each look is recorded', async () => {
    signInAs({ id: 'root', name: 'Root' });
    gateway.answer('readShowStage', ofStaff(null));
    await openStage('');
    await pass(10_000);
    comeBack();
    await pass();
    expect(looks()).toBe(1);
    screen.getByText(/^As of .*does not update by itself\.$/);
  });

  it('tells others that there is no such event', async () => {
    signInAs({ id: 'eve', name: 'Eve' });
    gateway.refuse('readShowStage', 'event-not-found');
    await openStage('');
    expect(screen.getByRole('alert').textContent).toMatch(/^This event does not exist/);
  });
});

describe('the public standings of an event', () => {
  type Public = RouteReply<'lookAtStandings'>;
  const found = (more: Partial<Public> = {}): Public => ({
    ...{ name: 'Company night', kind: 'players', counting: 'points', total: 140, rounds: 2, frozenAt: null },
    ...{ reveal: null, entries: [{ rank: 1, before: 3, name: 'Ann K.', value: 1_250 }] },
    ...more,
  });
  const open = async () => {
    await draw(<PublicStandingsPage />, {
      at: `/events/${SHOW}/public-standings#key=${KEY}`,
      path: '/events/:showId/public-standings',
    });
    await pass();
  };
  const shown = () => screen.queryByRole('list', { name: 'Standings' })?.textContent;
  const looks = () => gateway.inputsOf('lookAtStandings').length;

  it('public standings show place, change, name and points to anyone with the link, and follow', async () => {
    gateway.answer('lookAtStandings', found());
    await open();
    expect(shown()).toBe('Place 11Up by 22Ann K.1,250 points1,250');
    screen.getByText('Live · Round 2');
    screen.getByText('Top 1 of 140');
    screen.getByText('The arrows compare with the places before round 2.');
    expect(gateway.inputsOf('lookAtStandings')[0]).toMatchObject({ body: { key: KEY } });
    gateway.answer('lookAtStandings', found({ frozenAt: NOW, entries: [] }));
    await pass(8_100);
    screen.getByText(/^Frozen at .* · Round 2$/);
    expect(shown()).toBeUndefined();
  });

  it('public standings wait for the reveal, and ask no more once their link has ended', async () => {
    gateway.answer('lookAtStandings', found({ reveal: { entries: 3, best: null, next: 3 }, entries: [] }));
    await open();
    screen.getByText('The results are about to be revealed.');
    gateway.answer('lookAtStandings', () => {
      throw new RefusedError('standings-link-unknown');
    });
    await pass(8_100);
    screen.getByRole('alert');
    const before = looks();
    await pass(60_000);
    comeBack();
    await pass();
    expect(looks()).toBe(before);
  });

  it('public standings wait as long as a limit of requests wants, and while they are hidden', async () => {
    const refusal = { code: 'limit-requests', params: { n: 30 } };
    gateway.respond('lookAtStandings', () => Response.json(refusal, { status: 429 }));
    await open();
    await pass(25_000);
    expect(looks()).toBe(1);
    gateway.answer('lookAtStandings', found());
    await pass(12_800);
    expect([looks(), shown()]).toEqual([2, expect.stringContaining('Ann K.')]);
    show('hidden');
    await pass(60_000);
    expect(looks()).toBeLessThanOrEqual(3);
    const before = looks();
    show('visible');
    await pass();
    expect(looks()).toBe(before + 1);
  });

  it('public standings show how old they are while the connection is lost', async () => {
    gateway.answer('lookAtStandings', found());
    await open();
    gateway.disconnect('lookAtStandings');
    await pass(15_000);
    expect(screen.getByRole('status').textContent).toBe('Not up to date. Trying to reconnect …');
    screen.getByText(/^\(1[45] s old\)$/);
    expect(shown()).toContain('Ann K.');
  });

  it('public standings are asked for less often during an outage, not more often', async () => {
    gateway.answer('lookAtStandings', found());
    await open();
    gateway.disconnect('lookAtStandings');
    await pass(8_100);
    expect(looks()).toBe(2);
    await pass(7_500);
    expect(looks()).toBe(2);
    await pass(3_000);
    expect(looks()).toBe(3);
    await pass(120_000);
    expect(looks()).toBeLessThanOrEqual(8);
    gateway.answer('lookAtStandings', found());
    await pass(38_000);
    expect(screen.queryByText(/^Not up to date/)).toBeNull();
  });

  it('public standings of a phone that was locked are called old only if they cannot be updated', async () => {
    gateway.answer('lookAtStandings', found());
    await open();
    show('hidden');
    await pass(60_000);
    const release = gateway.hold('lookAtStandings');
    show('visible');
    await pass(1_000);
    expect(screen.queryByText(/^Not up to date/)).toBeNull();
    await pass(4_000);
    screen.getByText(/^Not up to date/);
    release();
    await pass(1_000);
    expect(screen.queryByText(/^Not up to date/)).toBeNull();
  });

  it('public standings call revealed places the top only once the first place is shown', async () => {
    const revealed = [10, 9, 8].map((rank) => ({ rank, before: rank, name: `P${rank}`, value: rank }));
    gateway.answer('lookAtStandings', found({ reveal: { entries: 10, best: 8, next: 7 }, entries: revealed }));
    await open();
    expect(shown()).toContain('P9');
    expect(screen.queryByText(/^Top /)).toBeNull();
    const all = [...Array(10).keys()].map((n) => ({ rank: n + 1, before: null, name: `P${n + 1}`, value: 9 }));
    gateway.answer('lookAtStandings', found({ reveal: { entries: 10, best: 1, next: null }, entries: all }));
    await pass(8_100);
    screen.getByText('Top 10 of 140');
  });
});
