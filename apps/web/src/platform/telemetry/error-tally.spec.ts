import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorTally } from './error-tally.js';

const page = { location: { href: 'https://play.example/?reset=secret' }, document: { referrer: '' } };

describe('the errors of a page', () => {
  beforeAll(() => void Object.assign(globalThis, page, { innerWidth: 390, innerHeight: 844 }));
  afterAll(() => {
    for (const name of ['location', 'document', 'innerWidth', 'innerHeight']) Reflect.deleteProperty(globalThis, name);
  });

  it('form one report with a number, however often they happen', () => {
    const tally = new ErrorTally();
    const error = new TypeError('x is not a function');
    for (let i = 0; i < 10_000; i++) tally.add({ error, source: 'error' }, i);
    expect(tally.take(10_000)).toEqual([
      expect.objectContaining({
        ...{ name: 'TypeError', message: 'x is not a function', count: 10_000, agoMs: 1, source: 'error' },
        ...{ url: 'https://play.example/', viewportWidth: 390, viewportHeight: 844 },
      }),
    ]);
    expect(tally.isEmpty).toBe(true);
  });

  it('form ten reports at most, in which each error is counted', () => {
    const tally = new ErrorTally();
    for (let i = 0; i < 500; i++) tally.add({ error: `made up ${i}`, source: 'unhandledrejection' }, 0);
    const reports = tally.take(0);
    expect(reports).toHaveLength(10);
    expect(reports.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  });

  it('leave in parts of at most 15,000 bytes each, also those with long stacks of another script', () => {
    const tally = new ErrorTally();
    for (let i = 0; i < 10; i++) {
      const error = Object.assign(new Error(`made up ${i}`), { stack: `${i}${'長'.repeat(9_000)}` });
      tally.add({ error, source: 'error', additionalInfo: 'x'.repeat(5_000) }, 0);
    }
    const names: string[] = [];
    while (!tally.isEmpty) {
      const part = tally.take(0);
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(15_000);
      names.push(...part.map(({ message }) => message));
    }
    expect(names).toEqual(Array.from({ length: 10 }, (_, i) => `made up ${i}`));
  });

  it('accept any thrown value', () => {
    const tally = new ErrorTally();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const error of [undefined, null, 7, circle, { a: 1 }]) tally.add({ error, source: 'error' }, 0);
    expect(tally.take(0).map(({ message }) => message)).toContain('{"a":1}');
  });
});
