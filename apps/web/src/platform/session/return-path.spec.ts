import { describe, expect, it } from '@jest/globals';
import { adminsOnly, fromOf, purposeOf, returnStateOf } from './return-path.js';

describe('return path after a sign-in', () => {
  it('carries the original path and the auth-required flag', () => {
    expect(fromOf({ pathname: '/setup/g1', search: '?a=1', hash: '#b' })).toEqual({
      from: '/setup/g1?a=1#b',
      authRequired: true,
    });
  });

  it('leads to the original page afterwards', () => {
    expect(returnStateOf(fromOf({ pathname: '/game/g1', search: '', hash: '' }))?.from).toBe('/game/g1');
  });

  it('carries the admin-required flag for a user who is no admin', () => {
    const state = adminsOnly({ pathname: '/admin/outbox', search: '', hash: '' });
    expect(state).toEqual({ from: '/admin/outbox', adminRequired: true });
    expect(returnStateOf(state)).toEqual(state);
  });

  it('never leads to another site', () => {
    for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', 'game/g1', 7]) {
      expect(returnStateOf({ from, authRequired: true })).toBeNull();
      expect(returnStateOf({ from, adminRequired: true })).toBeNull();
    }
  });

  it.each([
    ['/setup/g1', 'game'],
    ['/game/g1?x=1', 'game'],
    ['/stage/g1', 'game'],
    ['/moderator-rejoin/g1', 'game'],
    ['/library', 'templates'],
    ['/library/template/t1', 'templates'],
    ['/browse-templates?sort=newest', 'templates'],
    ['/template/edit/t1', 'templates'],
    ['/my-templates', 'templates'],
    ['/game-history', 'history'],
    ['/library/reports', 'admin'],
    ['/analytics#errors', 'admin'],
    ['/admin/outbox', 'admin'],
    ['/anything-else', 'page'],
  ])('gives the reason to sign in for %s: %s', (path, purpose) => {
    expect(purposeOf(path)).toBe(purpose);
  });

  it('equals null for a state without a path', () => {
    for (const state of [null, undefined, 'x', {}, { from: '/game/g1' }]) expect(returnStateOf(state)).toBeNull();
  });
});
