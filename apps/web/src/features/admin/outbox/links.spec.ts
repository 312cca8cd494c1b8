import { describe, expect, it } from '@jest/globals';
import { withLinks } from './links.js';

describe('the text of a mail', () => {
  it('makes a link of its web address, without the full stop behind it', () => {
    expect(withLinks('Open http://localhost:3000/?reset=a-b_c.\nBye')).toEqual([
      { text: 'Open ' },
      { text: 'http://localhost:3000/?reset=a-b_c', href: 'http://localhost:3000/?reset=a-b_c' },
      { text: '.\nBye' },
    ]);
  });

  it('makes a link of nothing but web addresses', () => {
    for (const text of ['', 'javascript:alert(1)', 'ftp://a.example', 'no link at all']) {
      expect(withLinks(text).filter(({ href }) => href !== undefined)).toEqual([]);
      expect(
        withLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});
