import { describe, expect, it } from '@jest/globals';
import { pagesOf, wifiCode } from './sheet-kinds.js';

describe('pages of sheets', () => {
  it('hold so many in their order, and the last one the rest', () => {
    expect([pagesOf([1, 2, 3, 4, 5], 4), pagesOf([1, 2], 1), pagesOf([], 4)]).toEqual([
      [[1, 2, 3, 4], [5]],
      [[1], [2]],
      [],
    ]);
  });
});

describe('the QR code of a network', () => {
  it('names the network and its password', () => {
    expect(wifiCode({ name: 'Night2026', password: 'sing along 26' })).toBe('WIFI:T:WPA;S:Night2026;P:sing along 26;;');
  });

  it('names an open network without a password', () => {
    expect(wifiCode({ name: 'Café', password: '' })).toBe('WIFI:T:nopass;S:Café;;');
  });

  it('escapes every character that would end a part of it', () => {
    expect(wifiCode({ name: String.raw`a;b,c:d"e\f`, password: ';' })).toBe(
      String.raw`WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:\;;;`,
    );
  });
});
