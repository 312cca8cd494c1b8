import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteLength, charactersOf, cutText } from './characters.js';

describe('the length of a text in UTF-8', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['ह', 3],
    ['🇧🇷', 8],
    ['\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}', 1 + 2 + 2 + 3 + 3 + 4],
  ])('counts %j as %i bytes', (text, bytes) => expect(byteLength(text)).toBe(bytes));
});

describe('a text cut to a length', () => {
  it.each([
    ['keeps what fits', 'Anna', 4, 'Anna'],
    ['loses whole letters', 'Anna', 3, 'Ann'],
    ['loses a flag as a whole', 'Jörg 🇧🇷', 8, 'Jörg '],
    ['loses a family as a whole', 'The 👨‍👩‍👧', 10, 'The '],
    ['loses a letter with its accent', 'Zoe\u0301', 3, 'Zo'],
    ['loses a conjunct of Devanagari vowels', 'नि', 1, ''],
    ['may lose all', '🇧🇷', 3, ''],
  ])('%s', (_, text, max, cut) => {
    expect(cutText(text, max)).toBe(cut);
  });

  it('keeps the longest run of whole characters that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(40), (text, max) => {
        const cut = cutText(text, max);
        expect(text.startsWith(cut) && cut.length <= max).toBe(true);
        const characters = [...charactersOf(text)];
        const kept = [...charactersOf(cut)].length;
        expect(characters.slice(0, kept).join('')).toBe(cut);
        expect(cut === text || cut.length + characters[kept]!.length > max).toBe(true);
      }),
    );
  });
});
