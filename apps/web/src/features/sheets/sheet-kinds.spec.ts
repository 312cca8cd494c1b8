import { describe, expect, it } from '@jest/globals';
import { nameSize, numberSize, pagesOf, wifiCode } from './sheet-kinds.js';

describe('pages of sheets', () => {
  it('hold so many in their order, and the last one the rest', () => {
    expect([pagesOf([1, 2, 3, 4, 5], 4), pagesOf([1, 2], 1), pagesOf([], 4)]).toEqual([
      [[1, 2, 3, 4], [5]],
      [[1], [2]],
      [],
    ]);
  });
});

describe('the letters on a sheet', () => {
  it('become smaller with the longest word of a name, down to a limit', () => {
    expect(['Team Lyon', 'Donaudampfschiff Süd', 'w'.repeat(40)].map(nameSize)).toEqual([
      { '--name-size': 1.9 },
      { '--name-size': 1.375 },
      { '--name-size': 1 },
    ]);
  });

  it('let a number of five digits be as wide as one of three', () => {
    expect([numberSize(137), numberSize(99_999), numberSize(137, 3.4)]).toEqual([
      { '--number-size': 7 },
      { '--number-size': 4.4 },
      { '--number-size': 3.4 },
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
