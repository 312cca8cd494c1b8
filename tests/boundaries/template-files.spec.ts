import { anyCategories, anyFacts, type Category, writeCsv, writeJson } from '@earworm/library/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBytes } from '../../apps/web/src/shared/list-import/read-list.js';
import { place } from '../../apps/web/src/shared/list-import/rows.js';

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
  it('survives JSON unchanged, with any content', () => {
    fc.assert(
      fc.property(anyFacts, anyCategories, (templateFacts, list) => {
        const read = onBoard(Buffer.from(writeJson(templateFacts, list)));
        expect(read.facts).toEqual(templateFacts);
        expect(read.board).toEqual(wanted(list));
      }),
      { numRuns: 300 },
    );
  });

  it('survives CSV unchanged, with any content, in every encoding that spreadsheets save', () => {
    const encodings = fc.constantFrom<(csv: string) => Buffer>(
      (csv) => Buffer.from(csv),
      (csv) => Buffer.from(csv, 'utf16le'),
    );
    fc.assert(
      fc.property(anyCategories, encodings, (list, encode) => {
        expect(onBoard(encode(writeCsv(list))).board).toEqual(wanted(list));
      }),
      { numRuns: 300 },
    );
  });
});
