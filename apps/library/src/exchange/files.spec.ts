import { csvOf } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { CategoryDraft, cleanText } from '@earworm/rules';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Category, cleanCategory, cleanFacts } from '../templates/content.js';
import { readCsv, writeCsv } from './csv-file.js';
import { readFile } from './files.js';
import { readJson, writeJson } from './json-file.js';

let last = 0;
const newId = () => `id${++last}`;
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

const withoutIds = (list: readonly Category[]) =>
  list.map(({ name, questions }) => ({ name, questions: questions.map(({ questionId: _, ...rest }) => rest) }));

describe('a template that is exported and imported', () => {
  it('is unchanged as JSON, with any content', () => {
    fc.assert(
      fc.property(facts, categories, (templateFacts, list) => {
        const read = readJson(writeJson(templateFacts, list), newId);
        if (read.kind === 'refused') throw new Error(JSON.stringify(read.problems));
        expect(read.facts).toEqual(templateFacts);
        expect(withoutIds(read.categories)).toEqual(withoutIds(list));
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
        const read = readFile({ fileName: 'Quiz.csv', bytes: encode(writeCsv(list)) });
        if (read.kind === 'refused') throw new Error(JSON.stringify(read.problems));
        expect(read.facts.title).toBe('Quiz');
        expect(withoutIds(read.categories)).toEqual(withoutIds(list));
      }),
      { numRuns: 300 },
    );
  });

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

describe('a handwritten CSV', () => {
  const read = (csv: string) => readCsv(csv, 'Quiz', newId);

  it('may use semicolons, any order of columns, German headings, and name a category once', () => {
    const csv = `sep=;\r\nAntwort;Link;Kategorie;Song\r\n"Für Elise; Beethoven";${LINK};Piano;Elise\r\nMoon;${LINK};;\r\n`;
    expect(read(csv)).toMatchObject({
      kind: 'read',
      categories: [
        {
          name: 'Piano',
          questions: [
            { answer: 'Für Elise; Beethoven', youtubeLink: LINK, youtubeSongName: 'Elise', points: 100 },
            { answer: 'Moon', points: 200 },
          ],
        },
      ],
      warnings: { total: 0 },
    });
  });

  it('is refused with the names of missing columns', () => {
    expect(read('name,age\nAnn,7\n')).toEqual({
      kind: 'refused',
      problems: [
        { line: 1, column: 1, code: 'missing-column', what: 'category' },
        { line: 1, column: 1, code: 'missing-column', what: 'answer' },
        { line: 1, column: 1, code: 'missing-column', what: 'youtubeLink' },
      ],
      total: 3,
    });
  });

  it('reports every bad cell by line and column, also after a cell of several lines', () => {
    const csv = `category,points,answer,link\nA,100,"two\nlines",${LINK}\nA,lots,Beta,${LINK}\n\nA,-1,${'x'.repeat(201)},\n`;
    expect(read(csv)).toEqual({
      kind: 'refused',
      problems: [
        { line: 4, column: 2, code: 'points-invalid', what: 'lots' },
        { line: 6, column: 3, code: 'too-long', what: 'answer' },
      ],
      total: 2,
    });
  });

  it('keeps unfinished questions with a warning', () => {
    expect(read('category,answer,link,mood\nA,,not a link,sad\n')).toMatchObject({
      kind: 'read',
      categories: [{ name: 'A', questions: [{ answer: '', youtubeLink: 'not a link' }] }],
      warnings: {
        problems: [
          { line: 1, column: 4, code: 'unknown-column', what: 'mood' },
          { line: 2, column: 3, code: 'link-invalid', what: 'not a link' },
        ],
      },
    });
  });

  it('gets the place of an unclosed quote reported', () => {
    expect(read('category,answer,link\nA,"Beta,x\n')).toMatchObject({ problems: [{ line: 2, code: 'quote' }] });
  });

  it('has at most 30 questions in a category', () => {
    const rows = Array.from({ length: 31 }, (_, i) => `A,Answer ${i},${LINK}`).join('\n');
    expect(read(`category,answer,link\n${rows}`)).toMatchObject({
      problems: [{ line: 32, column: 1, code: 'too-many-questions', what: 'A' }],
    });
  });
});

describe('a handwritten JSON', () => {
  const file = (more: string) => `{\n  "format": "earworm-template",\n  "version": 1,\n  ${more}\n}`;

  it('gets the place of a syntax error reported', () => {
    expect(readJson('{\n  "format": "earworm-template",\n  oops\n}', newId)).toMatchObject({
      kind: 'refused',
      problems: [{ line: 3, column: 3, code: 'not-json' }],
    });
  });

  it('gets reported when it is not a template', () => {
    expect(readJson('[1, 2]', newId)).toMatchObject({ problems: [{ code: 'not-a-template' }] });
    expect(readJson('{"format": "midi"}', newId)).toMatchObject({ problems: [{ code: 'not-a-template' }] });
  });

  it('reports each wrong field by line and column', () => {
    const text = file(
      `"categories": [\n    { "name": "A", "questions": [\n      { "answer": 7, "points": -1, "mood": "sad" }\n    ] },\n    { "questions": [] }\n  ]`,
    );
    const read = readJson(text, newId);
    expect(read.kind === 'refused' && read.problems).toEqual(
      expect.arrayContaining([
        { line: 6, column: 19, code: 'wrong-type', what: 'answer' },
        { line: 6, column: 32, code: 'points-invalid', what: 'points' },
        { line: 6, column: 44, code: 'unknown-field', what: 'mood' },
        { line: 8, column: 5, code: 'missing-field', what: 'name' },
      ]),
    );
  });

  it('is refused when it is 2 MB of brackets', () => {
    expect(readJson('['.repeat(2_000_000), newId)).toMatchObject({ problems: [{ code: 'not-json' }] });
    expect(readJson(`${'['.repeat(900_000)}${']'.repeat(900_000)}`, newId).kind).toBe('refused');
  });
});

describe('any other file', () => {
  it('is answered with a problem, never with an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('a.csv', 'a.json', 'a'), (bytes, fileName) => {
        expect(['read', 'refused']).toContain(readFile({ fileName, bytes }).kind);
      }),
      { numRuns: 1_000 },
    );
    expect(readFile({ fileName: 'a.csv', bytes: Buffer.from(' \n ') })).toMatchObject({
      problems: [{ code: 'empty-file' }],
    });
  });
});
