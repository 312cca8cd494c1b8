import { describe, expect, it } from '@jest/globals';
import { withRemoved } from './with-removed.js';

const items = (ids: string) => [...ids].map((id) => ({ id }));
const visibleIds = (before: string, now: string, typedIn: string) =>
  withRemoved(items(before), items(now), (id) => typedIn.includes(id))
    .map(({ id }) => id)
    .join('');

describe('list of items that another desk deletes from', () => {
  it('shows exactly the items that exist as long as nothing is typed', () => {
    expect(visibleIds('abc', 'ac', '')).toBe('ac');
    expect(visibleIds('abc', 'cadb', '')).toBe('cadb');
  });

  it('keeps an item that is typed in at its place', () => {
    expect(visibleIds('abc', 'ac', 'b')).toBe('abc');
    expect(visibleIds('abc', 'bc', 'a')).toBe('abc');
    expect(visibleIds('abc', '', 'ab')).toBe('ab');
    expect(visibleIds('abc', 'ca', 'b')).toBe('cab');
  });

  it('remains the same until something changes', () => {
    expect(visibleIds('abc', 'ac', 'b')).toBe(visibleIds(visibleIds('abc', 'ac', 'b'), 'ac', 'b'));
  });
});
