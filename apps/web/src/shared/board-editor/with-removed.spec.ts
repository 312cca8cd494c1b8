import { describe, expect, it } from '@jest/globals';
import { withRemoved } from './with-removed.js';

const items = (ids: string) => [...ids].map((id) => ({ id }));
const visibleIds = (before: string, now: string, typedIn: string) =>
  withRemoved(items(before), items(now), (id) => typedIn.includes(id))
    .map(({ id }) => id)
    .join('');

describe('items that another desk deletes while something is typed in them', () => {
  it('is what there is as long as nothing is typed', () => {
    expect(visibleIds('abc', 'ac', '')).toBe('ac');
    expect(visibleIds('abc', 'cadb', '')).toBe('cadb');
  });

  it('keeps in its place what is typed in', () => {
    expect(visibleIds('abc', 'ac', 'b')).toBe('abc');
    expect(visibleIds('abc', 'bc', 'a')).toBe('abc');
    expect(visibleIds('abc', '', 'ab')).toBe('ab');
    expect(visibleIds('abc', 'ca', 'b')).toBe('cab');
  });

  it('stays as it is until something changes', () => {
    expect(visibleIds('abc', 'ac', 'b')).toBe(visibleIds(visibleIds('abc', 'ac', 'b'), 'ac', 'b'));
  });
});
