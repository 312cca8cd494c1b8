import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasDoubledKey } from './doubled-key.js';

const isDoubled = (text: string) => hasDoubledKey(text, JSON.parse(text));

describe('a key that stands twice in JSON', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":[{"b":1, "b" :1}]}',
    '{"":1,"":1}',
    '{"__proto__":1,"__proto__":2}',
  ])('is found in %s', (text) => expect(isDoubled(text)).toBe(true));

  it.each([
    '{"a":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1,","b":"a"}',
    '{"a" : 1,\n"b":["a","a"]}',
    '"a:"',
    '1e3',
  ])('is not found in %s', (text) => expect(isDoubled(text)).toBe(false));

  it('is in nothing that was written from an object, however it is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        expect(isDoubled(JSON.stringify(value, null, space))).toBe(false);
      }),
    );
  });
});
