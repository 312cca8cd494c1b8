import { describe, expect, it } from '@jest/globals';
import { adminsOnly, fromOf, purposeOf, returnStateOf } from './return-path.js';

describe('a visitor who was sent home to sign in', () => {
  it('carries the original path and the auth-required flag', () => {
    expect(fromOf({ pathname: '/setup/g1', search: '?a=1', hash: '#b' })).toEqual({
      from: '/setup/g1?a=1#b',
      authRequired: true,
    });
  });

  it('goes on there afterwards', () => {
    expect(returnStateOf(fromOf({ pathname: '/game/g1', search: '', hash: '' }))?.from).toBe('/game/g1');
  });

  it('differs from one who is signed in without being an admin', () => {
    const state = adminsOnly({ pathname: '/admin/outbox', search: '', hash: '' });
    expect(state).toEqual({ from: '/admin/outbox', adminRequired: true });
    expect(returnStateOf(state)).toEqual(state);
  });

  it('is never sent to another site', () => {
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
  ])('on the way to %s is asked to sign in for: %s', (path, purpose) => {
    expect(purposeOf(path)).toBe(purpose);
  });

  it('stays at home without a path to return to', () => {
    for (const state of [null, undefined, 'x', {}, { from: '/game/g1' }]) expect(returnStateOf(state)).toBeNull();
  });
});
