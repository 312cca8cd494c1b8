import { describe, expect, it } from '@jest/globals';
import { type Route, ROUTES } from '@earworm/contracts';
import { postRouteAt } from './route-table.js';

describe('the POST route at a path', () => {
  const posts = Object.entries<Route>(ROUTES).filter(([, { method }]) => method === 'POST');

  it.each(posts.map(([name, { path }]) => [name, path.replace(/:[^/]+/g, 'any-id')]))('%s', (name, path) => {
    expect([path, `${path}/`, path.toUpperCase()].map(postRouteAt)).toEqual([name, name, name]);
  });

  it.each(['/', '/api', '/api/templates/one/more/save', '/api/about', '//api/games'])('none: %s', (path) => {
    expect(postRouteAt(path)).toBeNull();
  });
});
