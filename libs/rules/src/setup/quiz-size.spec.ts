import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writtenBytes } from './quiz-size.js';
import { cleanText } from '../texts.js';
import { unicodeText } from '../testing/unicode-text.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  unicodeText(),
  fc.constantFrom('"', '\\', 'a"b', 'naïve', '終'),
);

/** Of each byte that is escaped in a URI stand three characters there. */
const utf8Length = (written: string): number => encodeURIComponent(written).replace(/%../g, 'x').length;

describe('the size of a question', () => {
  it('counts its texts as JSON in UTF-8', () => {
    fc.assert(
      fc.property(text.map(cleanText), (answer) => {
        const question = { medium: { kind: 'clip', clipId: 'c' as never }, youtubeSongName: '', answer } as const;
        expect(writtenBytes(question)).toBe(utf8Length(JSON.stringify(answer)) - 2);
      }),
    );
  });
});

describe('text as it is kept', () => {
  it('keeps what is printable, and has no blanks around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (typed) => expect(cleanText(typed)).toBe(typed.trim())),
    );
  });

  it('uses one Unicode form, without control characters or half of a surrogate pair', () => {
    expect(cleanText(' e\u0301 \u0000\n~\uD800 ')).toBe('é  ~\uFFFD');
    expect(cleanText('a\u0007b')).toBe('a b');
  });
});
