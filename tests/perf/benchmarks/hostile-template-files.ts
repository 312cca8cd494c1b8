import { readFile } from '@earworm/library/testing';
import type { Benchmark } from '../benchmark.js';
import { growth, type Shapes } from '../growth.js';
import { worst } from '../side-by-side.js';

const json = (body: string) => `{"format":"earworm-template","version":1,${body}}`;
const times = (count: number, one: (index: number) => string, between = ',') =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);
/** At 200,000 each is about as long as a file may be. */
const shapes: Shapes = {
  unknownFields: (count) => json(`"categories":[],${times(count / 2, (i) => `"a${i}":1`)}`),
  repeatedField: (count) =>
    json(
      `${times(count / 5, () => '"title":""')},"categories":[${times(
        count / 5_000,
        () => `{"name":"A","questions":[${times(30, () => '{"answer":""}')}]}`,
      )}]`,
    ),
  emptyCategories: (count) => json(`"categories":[${times(count, () => '{}')}]`),
  badTags: (count) => json(`"categories":[],"tags":[${times(count, () => '1')}]`),
  rowsWithoutCategory: (count) => `category,answer,link\n${times(count / 5, () => ',a', '\n')}`,
  unknownColumns: (count) => `category,answer,link${',a'.repeat(count / 20)}\n${times(count / 20, () => 'A,a', '\n')}`,
  brackets: (count) => '['.repeat(count * 10),
};

export const benchmark: Benchmark = {
  name: 'hostile-template-files',
  what: 'how the time to read a template file in which everything is wrong grows with its length, up to 2 MB',
  run: () => {
    const figures = growth(shapes, { short: 10_000, times: 20 }, (text) => {
      readFile({ fileName: text.startsWith('category') ? 'a.csv' : 'a.json', bytes: Buffer.from(text) });
    });
    return Promise.resolve({
      ratio: worst(figures),
      target: 5,
      reference: 'linear growth',
      figures,
    });
  },
};
