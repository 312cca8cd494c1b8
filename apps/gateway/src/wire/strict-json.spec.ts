import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseStrictBytes, parseStrictJson } from './strict-json.js';

const bounds = { members: 10_000, nul: true };
const parse = (text: string) => parseStrictJson(text, bounds);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const elements = (count: number) => JSON.stringify(Array(count).fill({ a: 1 }));
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;

describe('strict JSON', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":[{"b":1, "b" :1}]}',
    '{"":1,"":1}',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\\\":1,"a\\\\":2}',
  ])('refuses an object that names a key twice: %s', (text) => expect(() => parse(text)).toThrow(SyntaxError));

  it.each([
    '{"a":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1,","b":"a"}',
    '{"a" : 1,\n"b":["a","a"]}',
    '{"a\\\\":1,"a\\"":2,"\\\\":":"}',
    '"a:"',
    '1e3',
  ])('parses %s', (text) => expect(parse(text)).toEqual(JSON.parse(text)));

  it.each(['', '{', '"', '"\\', '"\\"', '{"a":1', ':', '{"a"::1}', '[1,]', ']', '{"a":NaN}'])(
    'refuses what is not JSON: %s',
    (text) => expect(() => parse(text)).toThrow(SyntaxError),
  );

  it('parses every serialised value, however it is formatted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses more members than it may have, counted over all objects and arrays', () => {
    expect(parseStrictJson('{"a":[1,2],"b":{"c":3}}', { members: 6, nul: true })).toEqual({ a: [1, 2], b: { c: 3 } });
    expect(() => parseStrictJson('{"a":[1,2],"b":{"c":3}}', { members: 4, nul: true })).toThrow('too many members');
    expect(() => parseStrictJson('[[[]]]', { members: 2, nul: true })).toThrow('too many members');
  });

  it('refuses an object or an array of more than 1,000 members, and what is nested deeper than 64 levels', () => {
    expect(Object.keys(parse(keys(1_000)) as object)).toHaveLength(1_000);
    expect(() => parse(keys(1_001))).toThrow('too many members');
    expect(parse(elements(1_000))).toHaveLength(1_000);
    expect(() => parse(elements(1_001))).toThrow('too many members');
    expect(parse(`[${elements(600)},${elements(600)}]`)).toHaveLength(2);
    expect(() => parse(`{"a":${elements(2)},${keys(1_000).slice(1)}`)).toThrow('too many members');
    expect(parse(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(() => parse(nested(65))).toThrow('nested too deeply');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseStrictBytes(Buffer.from('"ä"'), bounds)).toBe('ä');
    expect(() => parseStrictBytes(Buffer.from([0x22, 0xff, 0x22]), bounds)).toThrow(SyntaxError);
  });

  it.each(['"a\\u0000"', '{"a":["\\u0000"]}', '{"\\u0000":1}', '"\\\\\\u0000"'])(
    'refuses U+0000 where requested: %s',
    (text) => {
      expect(() => parseStrictJson(text, { ...bounds, nul: false })).toThrow('U+0000');
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );

  it('accepts the escaped letters of U+0000', () => {
    expect(parseStrictJson('"\\\\u0000"', { ...bounds, nul: false })).toBe('\\u0000');
  });
});
