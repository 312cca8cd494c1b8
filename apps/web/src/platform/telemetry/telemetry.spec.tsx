import { beforeEach, describe, expect, it } from '@jest/globals';
import { pagePathOf } from '@earworm/contracts';
import { gateway } from '../../testing/fake-gateway.js';
import { draw, NOW, pass } from '../../testing/user-actions.js';
import '../../testing/one-game.js';
import { signInAs } from '../../testing/render.js';
import '../../app/other-pages.js';
import { PAGES } from '../../app/page-table.js';
import { AppRoutes } from '../../app/routes.js';
import { Visit } from './visit.js';

/** Page views are sent so long after the first of them. */
const SENT_MS = 5_000;
const MINUTE = 60_000;

describe('page views', () => {
  beforeEach(() => {
    gateway.isDown();
    gateway.answer('countViews', {});
  });

  /** The whole app at an address, until what it counts has been sent. */
  async function viewsOf(at: string) {
    await draw(<AppRoutes />, { at });
    while (document.querySelector('[role="status"][aria-label="Loading"]') !== null) await pass(1);
    await pass(SENT_MS);
    return gateway.inputsOf('countViews').flatMap(({ body }) => body.views);
  }

  it.each(PAGES.map(({ path }) => path))('count %s under that path', (path) => {
    for (const real of path.endsWith('?') ? [path.slice(0, -1), path.replace(/\/:\w+\?$/, '')] : [path])
      expect(pagePathOf(real)).toBe(real);
  });

  it.each([
    ['an admin', '/library/reports', '/library/reports'],
    ['an admin', '/admin', '/analytics'],
    ['an admin', '/game-library', '/browse-templates'],
    ['an admin', '/no/such/page', '/404'],
    ['an admin', '/', '/'],
    ['nobody', '/library/reports', '/'],
    ['a guest', '/analytics', '/'],
  ])('count what a user opens under one path: %s, %s, %s', async (who, address, counted) => {
    const roles = who === 'a guest' ? (['guest'] as const) : (['registered', 'admin'] as const);
    signInAs(who === 'nobody' ? null : { id: 'ann', name: 'Ann', roles });
    expect(await viewsOf(address)).toEqual([{ path: counted, count: 1 }]);
  });
});

describe('the session of a person in a browser', () => {
  it('keeps its id on every page that is loaded, and in every tab', () => {
    const [first, second] = [new Visit(), new Visit()];
    const sessionId = first.goesOn('ann', NOW);
    expect(sessionId).toMatch(/^[0-9a-f]{32}$/);
    expect(second.goesOn('ann', NOW + MINUTE)).toBe(sessionId);
    first.leaves(NOW + 2 * MINUTE);
    second.leaves(NOW + 2 * MINUTE);
    expect(new Visit().goesOn('ann', NOW + 3 * MINUTE)).toBe(sessionId);
  });

  it('ends only with its last page', () => {
    const [first, second] = [new Visit(), new Visit()];
    const sessionId = first.goesOn('ann', NOW);
    second.goesOn('ann', NOW);
    expect(first.leaves(NOW + MINUTE)).toBeNull();
    expect(second.leaves(NOW + MINUTE)).toBe(sessionId);
  });

  it('ends with its last page although another one was killed', () => {
    const [killed, left] = [new Visit(), new Visit()];
    const sessionId = killed.goesOn('ann', NOW);
    for (const minute of [0, 5, 10]) left.goesOn('ann', NOW + minute * MINUTE);
    expect(left.leaves(NOW + 12 * MINUTE)).toBe(sessionId);
  });

  it('starts anew after a quarter of an hour without a sign of life', () => {
    const page = new Visit();
    const sessionId = page.goesOn('ann', NOW);
    expect(page.goesOn('ann', NOW + 15 * MINUTE)).toBe(sessionId);
    expect(page.goesOn('ann', NOW + 30 * MINUTE + 1)).not.toBe(sessionId);
  });

  it('starts anew for another person, and after signing out', () => {
    const page = new Visit();
    const guest = page.goesOn('guest-1', NOW);
    expect(page.ends('guest-1')).toBe(guest);
    const ann = page.goesOn('ann', NOW + 1);
    expect(ann).not.toBe(guest);
    // Another tab that hears of the change later leaves the new session alone.
    expect(page.ends('guest-1')).toBeNull();
    expect(page.ends('ann')).toBe(ann);
    expect(page.goesOn('ann', NOW + 2)).not.toBe(ann);
  });
});
