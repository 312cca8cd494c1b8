import { withClient } from '@earworm/service-kit/postgres';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bigintArray, integerArray, textArray } from './binary-array.js';

/** Any text that a database can hold: no NUL, no half of a pair. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((each) => !each.includes('\0'));
const many = { minLength: 1, maxLength: 20 };

describeWith('postgres', 'An array in binary', (url) => {
  it('means to the server what it means here, whatever it holds', async () => {
    await withClient(url, async (client) => {
      const back = async <T>(type: string, value: Buffer) =>
        (await client.query<{ value: T[] }>(`select $1::${type}[] as value`, [value])).rows[0]?.value;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.option(text), many),
          fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), many),
          fc.array(fc.maxSafeInteger(), many),
          fc.array(fc.jsonValue({ maxDepth: 2 }), many),
          async (texts, integers, bigints, values) => {
            const events = values.map((value) => JSON.stringify(value).replaceAll('\\u0000', '')).filter(isJson);
            expect(await back('text', textArray(texts))).toEqual(texts);
            expect(await back('integer', integerArray(integers))).toEqual(integers);
            expect((await back<string>('bigint', bigintArray(bigints)))?.map(Number)).toEqual(
              bigints.map((each) => each + 0),
            );
            if (events.length === 0) return;
            const json = await client.query<{ texts: string[] }>('select $1::json[]::text[] as texts', [
              textArray(events, 'json'),
            ]);
            expect(json.rows[0]?.texts).toEqual(events);
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  it('that is not JSON is refused by the server', async () => {
    await withClient(url, async (client) => {
      await expect(client.query('select $1::json[]', [textArray(['{"a":'], 'json')])).rejects.toMatchObject({
        code: '22P02',
      });
    });
  });
});

const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};
