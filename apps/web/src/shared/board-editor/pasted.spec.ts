import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LINES_AT_ONCE, readPasted } from './pasted.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1?t=10';
const read = (line: string) => readPasted(line).lines[0]?.question;

describe('pasted links', () => {
  it.each([
    [LINK, { answer: '', youtubeSongName: '', points: null }],
    [`${LINK} Alpha Song`, { answer: 'Alpha Song' }],
    [`Alpha Song ${LINK}`, { answer: 'Alpha Song' }],
    [`Alpha Song - ${LINK}`, { answer: 'Alpha Song' }],
    [`Alpha Song\t${LINK}\t300\tAlpha (live)`, { answer: 'Alpha Song', youtubeSongName: 'Alpha (live)', points: 300 }],
    [`"Alpha; Omega";${LINK}`, { answer: 'Alpha', youtubeSongName: 'Omega' }],
    [`youtube.com/watch?v=aaaaaaaaaa1 | 😀 שלום`, { answer: '😀 שלום' }],
    [`<${LINK}>`, { youtubeLink: LINK }],
  ])('%s', (line, question) => {
    expect(read(line)).toMatchObject(question);
  });

  it.each([
    [
      'https://youtu.be/aaaaaaaaaa1 https://youtu.be/bbbbbbbbbb2',
      [
        ['aaaaaaaaaa1', ''],
        ['bbbbbbbbbb2', ''],
      ],
    ],
    [
      'https://youtu.be/aaaaaaaaaa1 Alpha, https://youtu.be/bbbbbbbbbb2 Beta',
      [
        ['aaaaaaaaaa1', 'Alpha'],
        ['bbbbbbbbbb2', 'Beta'],
      ],
    ],
    [
      'Alpha https://youtu.be/aaaaaaaaaa1 Beta https://youtu.be/bbbbbbbbbb2',
      [
        ['aaaaaaaaaa1', 'Alpha'],
        ['bbbbbbbbbb2', 'Beta'],
      ],
    ],
  ] as const)('reads each of several links in one line: %s', (line, wanted) => {
    const found = readPasted(line).lines.map(({ question }) => [question?.youtubeLink.slice(-11), question?.answer]);
    expect(found).toEqual(wanted);
  });

  it('gives back every line that holds none, with its number', () => {
    expect(readPasted(`My list\n\n${LINK}\nhttps://vimeo.com/1 Beta\n<script>alert(1)</script>`).lines).toMatchObject([
      { line: 1, text: 'My list', question: null },
      { line: 3 },
      { line: 4, text: 'https://vimeo.com/1 Beta', question: null },
      { line: 5, question: null },
    ]);
  });

  it('loses nothing of a list that is longer than what is read at once', () => {
    const line = (n: number) => `${LINK} Answer ${n}`;
    const all = Array.from({ length: LINES_AT_ONCE + 3 }, (_, n) => line(n));
    const { lines, unread } = readPasted(all.join('\r\n'));
    expect([...lines.map(({ text }) => text), ...unread.split('\n')]).toEqual(all);
    expect(lines).toHaveLength(LINES_AT_ONCE);
    expect(readPasted(line(1)).unread).toBe('');
  });

  it('whatever is pasted is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        for (const { question } of readPasted(text).lines)
          expect(question === null || question.youtubeLink !== '').toBe(true);
      }),
    );
    expect(readPasted(`${'x'.repeat(1_000_000)}\n${LINK}`).lines).toHaveLength(2);
  });
});
