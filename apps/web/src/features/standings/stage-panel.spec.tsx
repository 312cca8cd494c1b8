import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteReply } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aShow, SHOW } from '../../testing/shows.js';
import { choose, click, dialog, draw, NOW, pass, press } from '../../testing/user-actions.js';
import { StandingsPage } from './standings-page.js';

type State = RouteReply<'readShowStage'>;
type Reveal = State['stage']['reveal'];

const state = (more: Partial<State> = {}, stage: Partial<State['stage']> = {}): State => ({
  settings: { kind: 'players', counting: 'points', publicNames: null },
  ...{ isLinked: false, role: 'operator' },
  ...more,
  stage: {
    ...{ name: 'Company night', kind: 'players', counting: 'points', total: 0, rounds: 1, frozenAt: null },
    ...{ reveal: null, publicKey: null, entries: [] },
    ...stage,
  },
});

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

async function open(
  found: State,
  { frozenAt = null, role = 'operator' }: { frozenAt?: number | null; role?: 'operator' | 'viewer' } = {},
) {
  gateway.answer('readShow', aShow({ role }));
  gateway.answer('listStandings', {
    ...{ total: 0, rounds: 1, hasTeams: true, groups: [''], frozenAt, isFrozen: false, isRevealing: false },
    entries: [],
  });
  gateway.answer('readShowStage', found);
  gateway.answer('saveShowStage', { publicKey: null });
  gateway.answer('linkShowStage', { key: 'k'.repeat(43) });
  await draw(<StandingsPage />, { at: `/events/${SHOW}/standings`, path: '/events/:showId/standings' });
  await pass();
}
const part = (name: string) => within(screen.getByRole('group', { name }));
const sent = (name: 'saveShowStage' | 'linkShowStage' | 'revealStandings') =>
  gateway.inputsOf(name).map(({ body }) => body);
const revealing = (reveal: Reveal) => state({}, { frozenAt: NOW, reveal });

describe('what operators show of the standings', () => {
  it('offers nothing to viewers', async () => {
    await open(state(), { role: 'viewer' });
    expect(screen.queryByText('Stage, public page and reveal')).toBeNull();
    expect(gateway.inputsOf('readShowStage')).toEqual([]);
  });

  it('opens the stage, and chooses whom it ranks', async () => {
    await open(state());
    expect(screen.getByRole('link', { name: 'Open the stage' }).getAttribute('href')).toBe(`/events/${SHOW}/stage`);
    await choose('Who is ranked', 'Teams', part('The stage'));
    await choose('Counted on the stage by', 'Points for places');
    expect(sent('saveShowStage')).toEqual([
      { kind: 'teams', counting: 'points', publicNames: null },
      { kind: 'players', counting: 'places', publicNames: null },
    ]);
  });

  it('makes a link that is shown once, replaces it only when asked twice, and revokes it', async () => {
    await open(state());
    await press('Make a link');
    (await dialog('Link to the stage')).getByRole('img', { name: 'QR code of the link to the stage' });
    await press('Close');
    gateway.answer('readShowStage', state({ isLinked: true }));
    await pass(2_100);
    await press('New link');
    expect(sent('linkShowStage')).toEqual([{ isLinked: true }]);
    await press('New link', await dialog('Make a new link to the stage?'));
    gateway.answer('linkShowStage', { key: null });
    await press('Revoke the link');
    expect(sent('linkShowStage')).toEqual([{ isLinked: true }, { isLinked: true }, { isLinked: false }]);
  });

  it('turns the public page on with shortened names, and off only when asked twice', async () => {
    await open(state());
    await choose('Names on the public page', 'Shortened names', part('Public page'));
    const settings = { kind: 'players', counting: 'points', publicNames: 'short' } as const;
    expect(sent('saveShowStage')).toEqual([settings]);
    gateway.answer('readShowStage', state({ settings }, { publicKey: 'public-key' }));
    await pass(2_100);
    part('Public page').getByRole('button', { name: 'Copy link' });
    await choose('Names on the public page', 'Off', part('Public page'));
    expect(sent('saveShowStage')).toHaveLength(1);
    await press('End it', await dialog('End the public page?'));
    expect(sent('saveShowStage').at(-1)).toEqual({ ...settings, publicNames: null });
  });

  it('changes only what was chosen, also when another operator has changed the rest since', async () => {
    await open(state());
    const settings = { kind: 'teams', counting: 'average', publicNames: null } as const;
    gateway.answer('readShowStage', state({ settings }));
    await choose('Counted on the stage by', 'Points for places');
    expect(sent('saveShowStage')).toEqual([{ kind: 'teams', counting: 'places', publicNames: null }]);
  });

  it('takes no further choice while one is being saved', async () => {
    await open(state());
    const release = gateway.hold('saveShowStage');
    await choose('Counted on the stage by', 'Points for places');
    const isDisabled = () =>
      ['Who is ranked', 'Counted on the stage by', 'Names on the public page'].map(
        (name) => screen.getByRole<HTMLInputElement>('combobox', { name, hidden: true }).disabled,
      );
    expect(isDisabled()).toEqual([true, true, true]);
    release();
    await pass();
    expect(isDisabled()).toEqual([false, false, false]);
  });

  it('reveals nothing before the standings are frozen', async () => {
    await open(state());
    part('Reveal').getByText(/^Freeze the standings first/);
    expect(screen.queryByRole('button', { name: 'Start the reveal' })).toBeNull();
  });

  it('starts the reveal with as many places as chosen, of now or of when they were frozen', async () => {
    await open(state({}, { frozenAt: NOW }), { frozenAt: NOW });
    gateway.answer('revealStandings', { reveal: { entries: 3, best: null, next: 3 } });
    await choose('How many are revealed', 'The best 3');
    await click(screen.getByRole('checkbox', { name: 'With all points up to now' }));
    await press('Start the reveal');
    expect(sent('revealStandings')).toEqual([{ act: 'start', entries: 3, isFresh: false, from: null }]);
  });

  it('names the next place, and tells from which one it goes on', async () => {
    await open(revealing({ entries: 5, best: 4, next: 2 }), { frozenAt: NOW });
    gateway.answer('revealStandings', { reveal: { entries: 5, best: 2, next: 1 } });
    part('Reveal').getByText('Shown up to 4th place.');
    await press('Show 2nd place');
    expect(sent('revealStandings')).toMatchObject([{ act: 'next', from: 4 }]);
    // Another operator was first.
    gateway.answer('readShowStage', revealing({ entries: 5, best: 1, next: null }));
    await pass(2_100);
    part('Reveal').getByText('All places are shown.');
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    gateway.answer('revealStandings', { reveal: null });
    await press('End the reveal');
    expect(sent('revealStandings').at(-1)).toMatchObject({ act: 'end' });
  });

  it('shows all places at once, and ends early, only when asked twice', async () => {
    await open(revealing({ entries: 5, best: null, next: 5 }), { frozenAt: NOW });
    gateway.answer('revealStandings', { reveal: { entries: 5, best: 1, next: null } });
    await press('Show all');
    await press('Show all', await dialog('Show all places at once?'));
    await press('End the reveal');
    expect(sent('revealStandings')).toMatchObject([{ act: 'all' }]);
    await press('End the reveal', await dialog('End the reveal now?'));
    expect(sent('revealStandings')).toMatchObject([{ act: 'all' }, { act: 'end' }]);
  });

  it('shows why an act was refused', async () => {
    await open(revealing({ entries: 5, best: 4, next: 2 }), { frozenAt: NOW });
    gateway.refuse('revealStandings', 'standings-not-revealed');
    await press('Show 2nd place');
    await screen.findByText('The standings are not being revealed, or no longer.');
  });
});
