import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteLength } from './characters.js';
import { NAME_MAX_BYTES, NAME_MAX_UNITS } from './constants.js';
import { cleanName, cutName, nameKey, sameName } from './names.js';
import { INVISIBLE, LIKE_ADA } from './testing/look-alike-names.js';
import { unicodeText } from './testing/unicode-text.js';

const same = (one: string, other: string) => sameName(nameKey(one), nameKey(other));

describe('a name', () => {
  it.each(INVISIBLE.map((character) => [character.codePointAt(0)!.toString(16), character]))(
    'ignores an invisible U+%s at the end',
    (_, character) => {
      expect(same(`Ada${character}`, 'Ada')).toBe(true);
      expect(cleanName(`Ada${character}`)).toEqual({ name: 'Ada' });
      expect(cleanName(character)).toEqual({ refused: 'name-required' });
    },
  );

  it.each(LIKE_ADA)('ignores %s', (_, name) => expect(same(name, 'Ada')).toBe(true));

  it.each([
    ['Alice', 'AIice'],
    ['Team 0', 'Team O'],
    ['ВАR', 'BAR'],
    ['Straße', 'STRASSE'],
    ['Zoё', 'Zoë'],
  ])('%s and %s are the same', (one, other) => expect(same(one, other)).toBe(true));

  it.each([
    ['Ai', 'Al'],
    ['Team I', 'Team L'],
    ['Ian', 'Lan'],
    ['Ada', 'Áda'],
    ['Вова', 'Вера'],
    ['Ann', 'Anna'],
    ['Χαρά', 'Χάρης'],
  ])('%s and %s differ', (one, other) => expect(same(one, other)).toBe(false));

  it('keeps what joins an emoji of several', () => {
    expect(cleanName('👩‍👩‍👧 ❤️')).toEqual({ name: '👩‍👩‍👧 ❤️' });
  });

  it('keeps four accents on a letter, not a tower of them', () => {
    expect(cleanName(`Z${'\u0335'.repeat(30)}oe`)).toEqual({ name: `Z${'\u0335'.repeat(4)}oe` });
  });

  it.each([
    ['letters', 'x'.repeat(25), 'x'.repeat(20)],
    ['flags', '🇧🇷'.repeat(25), '🇧🇷'.repeat(20)],
    ['families, as many as a name has room for', '👨‍👩‍👧'.repeat(25), '👨‍👩‍👧'.repeat(8)],
    ['letters and a flag that does not fit', `${'x'.repeat(20)}🇧🇷`, 'x'.repeat(20)],
  ])('cuts a name to what the rules accept: %s', (_, typed, cut) => {
    expect(cutName(typed)).toBe(cut);
    expect(cleanName(cut)).toEqual({ name: cut });
    expect(cleanName(typed)).toEqual({ refused: 'name-too-long' });
  });

  it('limits the bytes, whatever the characters are made of', () => {
    const couples = '👩🏽‍❤️‍💋‍👨🏽'.repeat(20);
    expect(cleanName(couples)).toEqual({ refused: 'name-too-long' });
    expect(byteLength(cutName(couples))).toBeLessThanOrEqual(NAME_MAX_BYTES);
  });

  it('accepts a cut name, or finds another fault than its length', () => {
    fc.assert(
      fc.property(unicodeText(60), (typed) => {
        const cut = cutName(typed);
        expect(cut.length).toBeLessThanOrEqual(NAME_MAX_UNITS);
        expect(cleanName(cut)).not.toEqual({ refused: 'name-too-long' });
      }),
    );
  });

  it('gives a cleaned name a key and does not change it again', () => {
    fc.assert(
      fc.property(unicodeText(20), (typed) => {
        const cleaned = cleanName(typed);
        if ('refused' in cleaned) return;
        expect(nameKey(cleaned.name).seen).not.toBe('');
        expect(cleanName(cleaned.name)).toEqual(cleaned);
      }),
    );
  });
});
