import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { testTitles } from './test-titles.mjs';

const reportsOf = (code: string) =>
  new Linter().verify(code, {
    plugins: { local: { rules: { 'test-titles': testTitles } } },
    rules: { 'local/test-titles': 'error' },
  }).length;

describe('the lint rule for test titles', () => {
  it('rejects titles that continue the sentence of their describe', () => {
    expect(reportsOf("it('is accepted', () => {}); test('of a player, in the queue', () => {});")).toBe(2);
    expect(reportsOf("it('Stays where it is', async () => {});")).toBe(1);
  });

  it('rejects them with “each”, “skip”, a template or a type argument', () => {
    expect(reportsOf("it.each([1, 2])('is %d', () => {}); test.skip.each`a${1}`('has $a', () => {});")).toBe(2);
    expect(reportsOf('it(`can hold ${1} games`, () => {});')).toBe(1);
  });

  it('accepts titles with a verb of their own, and words that only begin like an opening', () => {
    expect(reportsOf("it('rejects the 11th guest', () => {}); it('issues a token', () => {});")).toBe(0);
    expect(reportsOf("it('on-screen keys move the ball', () => {}); it('DID NOT RUN', () => {});")).toBe(0);
  });

  it('ignores describe and other functions, and arguments that are no title', () => {
    expect(reportsOf("describe('in a game', () => {}); log('is', 1); it('is'); it(name, () => {});")).toBe(0);
  });
});
