import { describe, expect, it } from '@jest/globals';
import { differences, merge } from './difference.js';

describe('differences from a desired value', () => {
  it('lists the paths that differ or are missing', () => {
    const desired = { enabled: true, attributes: { a: '1', b: '2' }, name: 'x' };
    const actual = { enabled: false, attributes: { a: '1' }, name: 'x' };
    expect(differences(desired, actual)).toEqual(['enabled', 'attributes.b']);
    expect(differences(desired, undefined)).toEqual(['enabled', 'attributes.a', 'attributes.b', 'name']);
  });

  it('ignores keys that are not desired', () => {
    expect(differences({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toEqual([]);
  });

  it('compares whole lists as sets', () => {
    expect(differences({ list: ['b', 'a'] }, { list: ['a', 'b'] })).toEqual([]);
    expect(differences({ list: [{ x: 1, y: 2 }] }, { list: [{ y: 2, x: 1 }] })).toEqual([]);
    expect(differences({ list: ['a'] }, { list: ['a', 'b'] })).toEqual(['list']);
    expect(differences({ list: ['a', 'a'] }, { list: ['a'] })).toEqual(['list']);
    expect(differences({ list: [{ x: 1 }] }, { list: [{ x: 1, y: 2 }] })).toEqual(['list']);
  });

  it('are none between empty and missing, and some between 1 and "1"', () => {
    expect(differences({ a: '', b: [], c: null }, {})).toEqual([]);
    expect(differences({ a: 1 }, { a: '1' })).toEqual(['a']);
    expect(differences({ a: false }, {})).toEqual(['a']);
  });

  it('contains no values', () => {
    expect(differences({ secret: 'hunter2' }, { secret: 'hunter3' }).join()).toBe('secret');
  });
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
