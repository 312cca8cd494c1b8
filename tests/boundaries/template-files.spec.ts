import { type Category, cleanCategory, cleanFacts, writeCsv, writeJson } from '@earworm/library/testing';
import { CategoryDraft, cleanText } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBytes } from '../../apps/web/src/shared/list-import/read-list.js';
import { place } from '../../apps/web/src/shared/list-import/rows.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

const nasty = fc.constantFrom(
  '=1+1',
  "'=x",
  '-5',
  '@a',
  'a;b',
  'a,b',
  '"',
  'a"b',
  'line',
  '😀',
  'שלום',
  'مرحبا',
  '<b>',
);
const text = (maxLength: number) =>
  fc
    .oneof(nasty, fc.string({ maxLength, unit: 'grapheme' }), fc.string({ maxLength, unit: 'binary' }))
    .map((typed) => cleanText(cleanText(typed).slice(0, maxLength)));
const question = fc.record({
  questionId: fc.constant('q'),
  youtubeLink: fc.oneof(fc.constant(LINK), fc.constant('-aaaaaaaaa1'), text(60)),
  clipId: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)),
  youtubeSongName: text(40),
  answer: text(40),
  points: fc.integer({ min: 0, max: 1_000_000 }),
});
const category = fc.record({
  categoryId: fc.constant('c'),
  name: text(40).filter((name) => name !== ''),
  questions: fc.array(question, { maxLength: 30 }),
});
const categories = fc
  .uniqueArray(category, { maxLength: 8, selector: ({ name }) => name })
  .map((list) => list.map((each) => cleanCategory(CategoryDraft.parse(each))));
const facts = fc
  .record({
    title: text(80),
    description: text(300),
    language: fc.constantFrom(null, 'en', 'de'),
    tags: fc.uniqueArray(text(24), { maxLength: 8 }),
  })
  .map(cleanFacts);

/** As the board is after an import. A link is taken out of the words around it. */
const onBoard = (bytes: Uint8Array) => {
  const reading = readBytes(bytes, ['en']);
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return { facts: reading.facts, board: withoutIds(place(reading.rows, { category: 'Songs' }, new Map()).lists) };
};
const withoutIds = (list: readonly { name: string; questions: readonly object[] }[]) =>
  list.map(({ name, questions }) => ({
    name,
    questions: questions.map((each) => ({ ...each, questionId: undefined })),
  }));
const wanted = (list: readonly Category[]) => withoutIds(list);

describe('a template that is exported and imported', () => {
  it('is unchanged as JSON, with any content', () => {
    fc.assert(
      fc.property(facts, categories, (templateFacts, list) => {
        const read = onBoard(Buffer.from(writeJson(templateFacts, list)));
        expect(read.facts).toEqual(templateFacts);
        expect(read.board).toEqual(wanted(list));
      }),
      { numRuns: 300 },
    );
  });

  it('is unchanged as CSV, with any content, in every encoding that spreadsheets save', () => {
    const encodings = fc.constantFrom<(csv: string) => Buffer>(
      (csv) => Buffer.from(csv),
      (csv) => Buffer.from(csv, 'utf16le'),
    );
    fc.assert(
      fc.property(categories, encodings, (list, encode) => {
        expect(onBoard(encode(writeCsv(list))).board).toEqual(wanted(list));
      }),
      { numRuns: 300 },
    );
  });
});
