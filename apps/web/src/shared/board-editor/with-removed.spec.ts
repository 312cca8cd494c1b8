import { describe, expect, it } from '@jest/globals';
import { withRemoved } from './with-removed.js';

const items = (ids: string) => [...ids].map((id) => ({ id }));
const shown = (before: string, now: string, typedIn: string) =>
  withRemoved(items(before), items(now), (id) => typedIn.includes(id))
    .map(({ id }) => id)
    .join('');

describe('items that another desk deletes while something is typed in them', () => {
  it('is what there is as long as nothing is typed', () => {
    expect(shown('abc', 'ac', '')).toBe('ac');
    expect(shown('abc', 'cadb', '')).toBe('cadb');
  });

  it('keeps in its place what is typed in', () => {
    expect(shown('abc', 'ac', 'b')).toBe('abc');
    expect(shown('abc', 'bc', 'a')).toBe('abc');
    expect(shown('abc', '', 'ab')).toBe('ab');
    expect(shown('abc', 'ca', 'b')).toBe('cab');
  });

  it('stays as it is until something changes', () => {
    expect(shown('abc', 'ac', 'b')).toBe(shown(shown('abc', 'ac', 'b'), 'ac', 'b'));
  });
});
