import { expect, it } from '@jest/globals';
import { ago, agoToTheSecond } from './relative-time.js';

const now = Date.UTC(2026, 10, 21, 12);
const minutes = 60_000;

it('times are written as people say them', () => {
  const texts = [0, 5, 60, 24 * 60, 2 * 24 * 60, 8 * 24 * 60, 70 * 24 * 60].map((m) => ago(now - m * minutes, now));
  expect(texts).toEqual([
    'just now',
    '5 minutes ago',
    '1 hour ago',
    'yesterday',
    '2 days ago',
    'last week',
    '2 months ago',
  ]);
});

it('the first minute is counted in seconds where somebody waits', () => {
  const texts = [-5, 0, 59.9, 60, 150].map((seconds) => agoToTheSecond(now - seconds * 1_000, now));
  expect(texts).toEqual(['0 s ago', '0 s ago', '59 s ago', '1 minute ago', '2 minutes ago']);
});

it('a clock that is behind shows no future times', () => {
  expect(ago(now + 5 * minutes, now)).toBe('just now');
});
