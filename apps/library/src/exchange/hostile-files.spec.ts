import { describe, expect, it } from '@jest/globals';
import { readFile } from './files.js';

describe('a file of 2 MB with errors everywhere', () => {
  const json = (body: string) => `{"format":"earworm-template","version":1,${body}}`;
  const times = (count: number, one: (index: number) => string, between = ',') =>
    Array.from({ length: count }, (_, index) => one(index)).join(between);
  const shapes: Record<string, { count: number; file: (count: number) => string }> = {
    'unknown fields': { count: 100_000, file: (count) => json(`"categories":[],${times(count, (i) => `"a${i}":1`)}`) },
    'a field that comes again and again': {
      count: 40_000,
      file: (count) =>
        json(
          `${times(count, () => '"title":""')},"categories":[${times(
            count / 1_000,
            () => `{"name":"A","questions":[${times(30, () => '{"answer":""}')}]}`,
          )}]`,
        ),
    },
    'categories that are none': { count: 200_000, file: (count) => json(`"categories":[${times(count, () => '{}')}]`) },
    'tags that are none': {
      count: 200_000,
      file: (count) => json(`"categories":[],"tags":[${times(count, () => '1')}]`),
    },
    'rows without a category': {
      count: 40_000,
      file: (count) => `category,answer,link\n${times(count, () => ',a', '\n')}`,
    },
    'columns that nobody knows': {
      count: 9_000,
      file: (count) => `category,answer,link${',a'.repeat(count)}\n${times(count, () => 'A,a', '\n')}`,
    },
  };
  const read = (text: string) =>
    readFile({ fileName: text.startsWith('{') ? 'a.json' : 'a.csv', bytes: Buffer.from(text) });
  const { 'a field that comes again and again': again, ...wrong } = shapes;
  it.each(Object.entries(wrong))('is refused: %s', (_, { count, file }) => {
    expect(read(file(count / 20)).kind).toBe('refused');
  });

  it('is read with the last value of a repeated field', () => {
    expect(read(again!.file(2_000)).kind).toBe('read');
  });

  it('reports the first hundred problems and their number', () => {
    const unknown = read(shapes['unknown fields']!.file(5_000));
    expect(unknown).toMatchObject({ kind: 'refused', total: 5_000, problems: { length: 100 } });
    const rows = read(shapes['rows without a category']!.file(9_000));
    expect(rows).toMatchObject({ kind: 'refused', total: 9_000, problems: { length: 100 } });
  });

  it('is read no further than the size of a full template', () => {
    const rows = read(shapes['rows without a category']!.file(600_000));
    expect(rows).toMatchObject({ problems: [{ line: 10_001, column: 1, code: 'too-large' }], total: 1 });
  });
});
