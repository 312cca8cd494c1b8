import { describe, expect, it } from '@jest/globals';
import { atBest } from '@earworm/service-kit/testing';
import { fingerprintOf } from './fingerprint.js';

const error = (message: string, file = 'https://play.example/assets/index-Ab3dEf7h.js', line = '10:5') => ({
  name: 'TypeError',
  message,
  stack: `TypeError: ${message}\n    at draw (${file}:${line})\n    at render (${file}:90:1)`,
});

describe('errors are one group', () => {
  it('when only numbers, ids and quoted values differ', () => {
    expect(fingerprintOf(error('no seat 4 in "Quiz night"'))).toBe(fingerprintOf(error('no seat 17 in "Oldies"')));
    expect(fingerprintOf(error('game 0f3c9a7712ab is gone'))).toBe(fingerprintOf(error('game 9988ffeeddcc is gone')));
  });

  it('when another release or host served the same line', () => {
    const here = fingerprintOf(error('x', 'http://localhost:3000/assets/index-Zz_4-9aQ.js', '12:7'));
    expect(fingerprintOf(error('x'))).toBe(here);
  });
});

describe('errors are two groups', () => {
  it('when they say something else, have another name or come from elsewhere', () => {
    const one = error('x');
    const others = [
      error('y'),
      { ...one, name: 'RangeError' },
      error('x', 'https://play.example/assets/desk-Ab3dEf7h.js'),
    ];
    expect(new Set([one, ...others].map(fingerprintOf)).size).toBe(4);
  });
});

describe('a stack that a stranger wrote', () => {
  const stacks: Record<string, (length: number) => string> = {
    'one word': (length) => `${'a'.repeat(length)}:1:1`,
    'many words': (length) => `${'a-'.repeat(length / 2)}:1:1`,
    'colons and digits': (length) => ':1'.repeat(length / 2),
    'schemes of no address': (length) => `${'a:/'.repeat(length / 3)}:1:1`,
  };
  const took = (stack: string): number => {
    const begun = performance.now();
    for (let i = 0; i < 50; i++) fingerprintOf({ name: 'E', message: 'x', stack });
    return performance.now() - begun;
  };

  it.each(Object.entries(stacks))('takes no more time than its length explains: %s', async (name, of) => {
    const [short, long] = [of(500), of(8_000)];
    await atBest(
      () => Promise.resolve({ short: Math.min(took(short), took(short), took(short)), long: took(long) }),
      (ms) => {
        process.stderr.write(`${name}: ${ms.short.toFixed(2)} ms, sixteen times as long ${ms.long.toFixed(2)} ms\n`);
        expect(ms.long / ms.short).toBeLessThan(64);
      },
    );
  });
});
