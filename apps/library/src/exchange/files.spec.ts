import { csvOf } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { CategoryDraft, cleanText } from '@earworm/rules';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cleanCategory } from '../templates/content.js';
import { writeCsv } from './csv-file.js';

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

describe('a template that is exported as CSV', () => {
  it('contains no cell that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(categories, (list) => {
        const rows: string[][] = parse(writeCsv(list), { bom: true });
        expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a CSV in a spreadsheet of any locale', () => {
  /** As spreadsheets read it that respect quotes at the start of a cell: what follows the closing quote belongs to the cell. */
  const respectingQuotes = (csv: string, delimiter: string): string[] => {
    const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${delimiter}\\r\\n]*)(?:[${delimiter}\\r\\n]|$)`, 'gy');
    return [...csv.slice(1).matchAll(cell)].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
  };
  /** As programs read it that split at every line end and delimiter. */
  const ignoringQuotes = (csv: string, delimiter: string): string[] =>
    csv.slice(1).split(new RegExp(`[${delimiter}\\r\\n]`));
  const readers = [respectingQuotes, ignoringQuotes].flatMap((read) =>
    [',', ';', '\t'].map((delimiter) => (csv: string) => read(csv, delimiter)),
  );

  it('contains no formula for any delimiter, with or without quotes', () => {
    const cell = fc.oneof(
      fc.array(fc.constantFrom(...'=+-@＝＋－＠;,"\'ax', '\t', ' ', '\n'), { maxLength: 8 }).map((all) => all.join('')),
      text(20),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        for (const read of readers) {
          const formulas = read(csvOf(rows)).filter((found) => /^["\s]*[=+\-@＝＋－＠]/u.test(found));
          expect(formulas).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
