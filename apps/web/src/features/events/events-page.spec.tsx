import { beforeEach, describe, expect, it } from '@jest/globals';
import { ShowId } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aSummary, uuidOf } from '../../testing/shows.js';
import { click, draw, fill, NOW, press } from '../../testing/user-actions.js';
import { EventsPage } from './events-page.js';

const DAY = 86_400_000;
const counts = (more = {}) => ({ planned: 0, preparing: 0, ready: 0, failed: 0, ...more });

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

const open = (language: 'en' | 'de' = 'en') => draw(<EventsPage />, { at: '/events', language });
const sections = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => [
    heading.textContent,
    ...within(heading.closest('section')!)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('a, span')!.textContent),
  ]);

describe('the list of events', () => {
  it('separates what is on, what comes, what is over and what was deleted', async () => {
    gateway.answer('listShows', {
      shows: [
        aSummary(1, { startsAt: NOW + 2 * DAY }),
        aSummary(2, { startsAt: NOW + DAY }),
        aSummary(3, { startsAt: NOW - 3_600_000 }),
        aSummary(4, { startsAt: NOW - 2 * DAY }),
        aSummary(5, { startsAt: NOW + DAY, deletedAt: NOW - 1 }),
      ],
    });
    await open();
    expect(sections()).toEqual([
      ['On now', 'Event 3'],
      ['Coming up', 'Event 2', 'Event 1'],
      ['Over', 'Event 4'],
      ['Deleted', 'Event 5'],
    ]);
    expect(screen.getByRole('link', { name: 'Open Event 2' }).getAttribute('href')).toBe(`/events/${uuidOf(2)}`);
  });

  it.each([
    [counts(), 'Add rooms'],
    [counts({ planned: 3 }), 'Prepare 3 rooms'],
    [counts({ planned: 1, preparing: 1, ready: 4 }), '4 of 6 rooms are ready'],
    [counts({ ready: 4, failed: 1 }), '1 room could not be prepared'],
    [counts({ ready: 4 }), 'All 4 rooms are ready'],
  ])('names the next step of an event with %j', async (all, step) => {
    gateway.answer('listShows', { shows: [aSummary(1, { counts: all })] });
    await open();
    screen.getByText(step);
  });

  it('finds events by name and place', async () => {
    gateway.answer('listShows', { shows: [aSummary(1, { place: 'Porto' }), aSummary(2, { place: 'Graz' })] });
    await open();
    await fill('Find an event', ' porto');
    expect(sections()).toEqual([['Coming up', 'Event 1']]);
    await fill('Find an event', 'nowhere');
    screen.getByText('No event found');
  });

  it('says what an event is when there is none', async () => {
    gateway.answer('listShows', { shows: [] });
    await open('de');
    screen.getByText('Noch keine Events');
    expect(screen.getAllByRole('link', { name: 'Neues Event' })[0]?.getAttribute('href')).toBe('/events/new');
  });

  it('restores an event that was deleted', async () => {
    gateway.answer('listShows', { shows: [aSummary(5, { deletedAt: NOW - 1 })] });
    gateway.answer('restoreShow', {});
    await open();
    gateway.answer('listShows', { shows: [aSummary(5)] });
    await press('Restore Event 5');
    expect(gateway.inputsOf('restoreShow')).toMatchObject([{ params: { showId: uuidOf(5) } }]);
    await screen.findByRole('link', { name: 'Open Event 5' });
  });

  it('asks a guest for an account, and nothing of the server', async () => {
    signInAs({ id: 'guest-1', name: 'guest-1', roles: ['guest'] });
    await open();
    screen.getByText('Events need an account');
    expect(screen.queryByRole('link', { name: 'New event' })).toBeNull();
  });

  it('shows an admin the events of all accounts when asked', async () => {
    signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
    gateway.answer('listShows', { shows: [] });
    gateway.answer('listAllShows', { shows: [aSummary(7, { role: null })] });
    gateway.answer('listShowNetworks', { shows: [] });
    await open();
    await click(screen.getByRole('radio', { name: 'All accounts' }));
    await screen.findByRole('link', { name: 'Open Event 7' });
  });

  it('tells an admin whose networks wait for approval, with who asks, people and hours', async () => {
    signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
    gateway.answer('listShows', { shows: [] });
    gateway.answer('listAllShows', { shows: [] });
    const asked = (n: number, approved: { people: number; at: number } | null) => ({
      ...{ showId: ShowId.parse(uuidOf(n)), name: `Event ${n}`, timeZone: 'Europe/Berlin', place: '', owner: 'Ines' },
      ...{ networks: ['8.8.8.0/24'], people: 600, startsAt: NOW, from: NOW - 1_800_000, until: NOW + DAY / 2 },
      approved,
    });
    gateway.answer('listShowNetworks', {
      shows: [asked(1, null), asked(2, { people: 600, at: NOW }), asked(3, { people: 20, at: NOW })],
    });
    await open();
    await click(screen.getByRole('radio', { name: 'All accounts' }));
    const list = within(
      (await screen.findByRole('heading', { name: 'Networks waiting for approval' })).closest('section')!,
    );
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Event 1Ines.*until.*600 people8\.8\.8\.0\/24Open$/),
      expect.stringMatching(/^Event 3Ines/),
    ]);
  });

  it('offers to try again when it cannot be read', async () => {
    gateway.refuse('listShows', 'forbidden');
    await open();
    await screen.findByText('The events could not be loaded.');
    gateway.answer('listShows', { shows: [aSummary(1)] });
    await press('Try again');
    await screen.findByText('Event 1');
  });
});
