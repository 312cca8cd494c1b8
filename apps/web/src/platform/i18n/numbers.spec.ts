import { describe, expect, it } from '@jest/globals';
import { exactly } from '../../shared/ui/relative-time.js';
import { translateWith } from './texts.js';
import { change, figure, hundredths, ordinal, tenths } from './numbers.js';

describe('figures on a screen', () => {
  it('group thousands and wear a real minus', () => {
    expect([figure(1250), figure(0), figure(-150)]).toEqual(['1,250', '0', '−150']);
  });

  it('say what a score changed by with its sign', () => {
    expect([change(300), change(0), change(-150)]).toEqual(['+300', '0', '−150']);
  });

  it('part hundredths as the language does', () => {
    expect(hundredths(0.18)).toBe('0.18');
    translateWith(() => null, 'de');
    expect(hundredths(0.18)).toBe('0,18');
    translateWith(() => null, 'en');
  });

  it('follow the country of the browser, where it speaks the same language', () => {
    const written = (tags: readonly string[]) => {
      Object.defineProperty(navigator, 'languages', { value: tags, configurable: true });
      return exactly(Date.UTC(2026, 10, 27, 12)).replace(/, .*/, '');
    };
    try {
      expect(written(['de-AT', 'en-GB', 'en-US'])).toBe('27 Nov 2026');
      expect(written(['en-US@posix', 'en-US'])).toBe('Nov 27');
      expect(written(['de-AT'])).toBe('Nov 27');
    } finally {
      Reflect.deleteProperty(navigator, 'languages');
    }
  });

  it('never round tenths up to more than there was', () => {
    expect([tenths(0), tenths(4.96), tenths(19)]).toEqual(['0.0', '4.9', '19.0']);
  });

  it('count places as people say them', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '101st',
      '111th',
    ]);
  });
});
