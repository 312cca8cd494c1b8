import { describe, expect, it } from '@jest/globals';
import { codeIn, isWholeCode } from './game-code.js';

describe('the code field', () => {
  it('takes a code in small letters, with blanks and dashes as people copy them', () => {
    expect(codeIn('k7wq4m')).toBe('K7WQ4M');
    expect(codeIn(' K7W-Q4M ')).toBe('K7WQ4M');
  });

  it.each(['Ｋ７ＷＱ４Ｍ', 'ｋ７ｗｑ４ｍ', 'Ｋ７Ｗ　Ｑ４Ｍ', 'ｈｔｔｐｓ：／／earworm.example／?code=K7WQ4M'])(
    'takes a code in the full-width letters of a Japanese or Korean keyboard: %s',
    (typed) => expect(codeIn(typed)).toBe('K7WQ4M'),
  );

  it('takes a pasted link', () => {
    expect(codeIn('https://earworm.example/?code=ABC234')).toBe('ABC234');
    expect(codeIn('http://192.168.1.20:3000/?utm=qr&code=abc234#top')).toBe('ABC234');
    expect(codeIn('Join us: earworm.example/?code=ABC234 at eight')).toBe('ABC234');
  });

  it('takes a pasted message that names one', () => {
    expect(codeIn('Code: ABC234')).toBe('ABC234');
    expect(codeIn('Please join K7WQ4M at once')).toBe('K7WQ4M');
    expect(codeIn('the code is k7wq4m')).toBe('K7WQ4M');
  });

  it('keeps no more than six characters', () => {
    expect(codeIn('ABC2345678')).toBe('ABC234');
  });

  it('finds no code in another link, and reads on past a malformed escape sequence', () => {
    expect(codeIn('https://earworm.example/terms')).toBe('');
    expect(codeIn('https://earworm.example/?code=%E0%A4%A')).toBe('E0A4A');
  });

  it('knows when a code is whole', () => {
    expect([isWholeCode('ABC23'), isWholeCode('ABC234')]).toEqual([false, true]);
  });
});
