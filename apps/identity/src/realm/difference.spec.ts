import { describe, expect, it } from '@jest/globals';
import { differences, type Json, merge, textOf } from './difference.js';

const pathsOf = (desired: Json, actual: Json | undefined) => differences(desired, actual).map(({ path }) => path);

describe('differences from a desired value', () => {
  it('lists the paths that differ or are missing', () => {
    const desired = { enabled: true, attributes: { a: '1', b: '2' }, name: 'x' };
    const actual = { enabled: false, attributes: { a: '1' }, name: 'x' };
    expect(pathsOf(desired, actual)).toEqual(['enabled', 'attributes.b']);
    expect(pathsOf(desired, undefined)).toEqual(['enabled', 'attributes.a', 'attributes.b', 'name']);
  });

  it('ignores keys that are not desired', () => {
    expect(pathsOf({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toEqual([]);
  });

  it('compares whole lists as sets', () => {
    expect(pathsOf({ list: ['b', 'a'] }, { list: ['a', 'b'] })).toEqual([]);
    expect(pathsOf({ list: [{ x: 1, y: 2 }] }, { list: [{ y: 2, x: 1 }] })).toEqual([]);
    expect(pathsOf({ list: ['a'] }, { list: ['a', 'b'] })).toEqual(['list']);
    expect(pathsOf({ list: ['a', 'a'] }, { list: ['a'] })).toEqual(['list']);
    expect(pathsOf({ list: [{ x: 1 }] }, { list: [{ x: 1, y: 2 }] })).toEqual(['list']);
  });

  it('treats empty and missing as equal, and 1 and "1" as different', () => {
    expect(pathsOf({ a: '', b: [], c: null }, {})).toEqual([]);
    expect(pathsOf({ a: 1 }, { a: '1' })).toEqual(['a']);
    expect(pathsOf({ a: false }, {})).toEqual(['a']);
  });

  it('prints old and new values, lists of objects by their names', () => {
    const texts = (desired: Json, actual: Json) => differences(desired, actual).map(textOf);
    expect(texts({ lifespan: 1800, policy: 'length(6)' }, { lifespan: 300 })).toEqual([
      'lifespan (300 → 1800)',
      'policy (not set → length(6))',
    ]);
    expect(texts({ list: [{ name: 'a', x: 1 }] }, { list: [{ name: 'a' }, { name: 'b' }] })).toEqual([
      'list ([a, b] → [a])',
    ]);
    expect(texts({ passwordPolicy: 'length(6)' }, { passwordPolicy: 'length(12)' })).toEqual([
      'passwordPolicy (length(12) → length(6))',
    ]);
  });

  it.each(['secret', 'config.clientSecret', 'smtpServer.password', 'attributes.smtpPasswordHash'])(
    'never prints the values of %s',
    (path) => expect(textOf({ path, actual: 'hunter2', desired: 'hunter3' })).toBe(path),
  );
});

describe('merging a desired value into the actual one', () => {
  it('leaves no difference and keeps other keys', () => {
    const desired = { on: true, list: ['a'], deep: { a: '1' } };
    const actual = { on: false, list: ['a', 'b'], deep: { a: '2', b: '3' }, id: '7' };
    const merged = merge(desired, actual);
    expect(merged).toEqual({ on: true, list: ['a'], deep: { a: '1', b: '3' }, id: '7' });
    expect(differences(desired, merged)).toEqual([]);
  });
});
