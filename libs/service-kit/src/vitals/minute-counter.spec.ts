import { expect, it } from '@jest/globals';
import { MinuteCounter } from './vitals.js';

it('counts events of the last minute only, however long it was not read', () => {
  let now = 0;
  const minute = new MinuteCounter(() => now);
  minute.add(2);
  now = 30_000;
  minute.add(3);
  expect(minute.count).toBe(5);
  now = 60_000;
  expect(minute.count).toBe(3);
  now = 61_000 + 3_600_000;
  expect(minute.count).toBe(0);
});
