import { describe, expect, it } from '@jest/globals';
import { fingerprintOf } from './fingerprint.js';

const error = (message: string, file = 'https://play.example/assets/index-Ab3dEf7h.js', line = '10:5') => ({
  name: 'TypeError',
  message,
  stack: `TypeError: ${message}\n    at draw (${file}:${line})\n    at render (${file}:90:1)`,
});

describe('fingerprint of equal errors', () => {
  it('ignores numbers, ids and quoted values', () => {
    expect(fingerprintOf(error('no seat 4 in "Quiz night"'))).toBe(fingerprintOf(error('no seat 17 in "Oldies"')));
    expect(fingerprintOf(error('game 0f3c9a7712ab is gone'))).toBe(fingerprintOf(error('game 9988ffeeddcc is gone')));
  });

  it('ignores the release and the host that served the line', () => {
    const here = fingerprintOf(error('x', 'http://localhost:3000/assets/index-Zz_4-9aQ.js', '12:7'));
    expect(fingerprintOf(error('x'))).toBe(here);
  });
});

describe('fingerprint of different errors', () => {
  it('differs for another message, another name or another origin', () => {
    const one = error('x');
    const others = [
      error('y'),
      { ...one, name: 'RangeError' },
      error('x', 'https://play.example/assets/desk-Ab3dEf7h.js'),
    ];
    expect(new Set([one, ...others].map(fingerprintOf)).size).toBe(4);
  });
});
