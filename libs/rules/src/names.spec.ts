import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanName, nameKey, sameName } from './names.js';
import { INVISIBLE, LIKE_ADA } from './testing/look-alike-names.js';

const same = (one: string, other: string) => sameName(nameKey(one), nameKey(other));

describe('a name', () => {
  it.each(INVISIBLE.map((character) => [character.codePointAt(0)!.toString(16), character]))(
    'are the same with an invisible U+%s at the end',
    (_, character) => {
      expect(same(`Ada${character}`, 'Ada')).toBe(true);
      expect(cleanName(`Ada${character}`)).toEqual({ name: 'Ada' });
      expect(cleanName(character)).toEqual({ refused: 'name-required' });
    },
  );

  it.each(LIKE_ADA)('are the same in spite of %s', (_, name) => expect(same(name, 'Ada')).toBe(true));

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

  it('has a key and stays as it is once it is clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (typed) => {
        const cleaned = cleanName(typed);
        if ('refused' in cleaned) return;
        expect(nameKey(cleaned.name).seen).not.toBe('');
        expect(cleanName(cleaned.name)).toEqual(cleaned);
      }),
    );
  });
});
