import { csvOf } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { anyCategories, anyText } from '../testing/any-template.js';
import { writeCsv } from './csv-file.js';

describe('a template that is exported as CSV', () => {
  it('contains no cell that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(anyCategories, (list) => {
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
      anyText(20),
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
