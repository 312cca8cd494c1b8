import { describe, expect, it } from '@jest/globals';
import { type Route, ROUTES } from '@earworm/contracts';
import { routeAt } from './route-table.js';

describe('the route at a path', () => {
  const all = Object.entries<Route>(ROUTES).map(
    ([name, { method, path }]) => [name, method, path.replace(/:[^/]+/g, 'any-id')] as const,
  );

  it.each(all)('%s: %s %s', (name, method, path) => {
    expect([path, `${path}/`, path.toUpperCase()].map((each) => routeAt(method, each))).toEqual([name, name, name]);
  });

  it('answers HEAD as GET', () => {
    expect(routeAt('HEAD', '/api/about')).toBe('about');
  });

  it.each([
    ['POST', '/'],
    ['POST', '/api'],
    ['POST', '/api/templates/one/more/save'],
    ['POST', '/api/about'],
    ['GET', '/api/games'],
    ['PUT', '/api/games'],
    ['POST', '//api/games'],
  ])('none: %s %s', (method, path) => {
    expect(routeAt(method, path)).toBeNull();
  });
});

describe('the body of a route', () => {
  /** A picture in base64, and what concerns every room of the largest event. */
  const LARGER = ['setShowLogo', 'planAdvance', 'advance', 'actInRooms'];

  it('holds at most 256 KiB, but for a few of events', () => {
    const larger = Object.entries<Route>(ROUTES).flatMap(([name, { bodyLimits }]) =>
      bodyLimits !== undefined && bodyLimits.bytes > 256 * 1024 ? [[name, bodyLimits.bytes]] : [],
    );
    expect(larger.map(([name]) => name).sort()).toEqual(LARGER.sort());
    for (const [, bytes] of larger) expect(bytes).toBeLessThanOrEqual(352 * 1024);
  });
});
