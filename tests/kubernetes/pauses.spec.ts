import { describe, expect, it } from '@jest/globals';
import { pausesOf } from './pauses.js';

const wait = (from: number, to: number) => ({ from, to, what: `${from} to ${to}` });
const never = () => 0;

describe('pauses during disruptions', () => {
  const disruptions = [
    { name: 'first', from: 1_000, to: 2_000 },
    { name: 'second', from: 5_000, to: 6_000 },
  ];

  it('names the longest wait of each game that touched each disruption', () => {
    const waits = new Map([
      ['a', [wait(0, 900), wait(900, 1_400), wait(1_500, 1_600), wait(5_500, 9_000)]],
      ['b', [wait(1_990, 2_100)]],
    ]);
    expect(pausesOf(disruptions, waits, never).map(({ during, gameId, ms }) => [during, gameId, ms])).toEqual([
      ['first', 'a', 500],
      ['first', 'b', 110],
      ['second', 'a', 3_500],
    ]);
  });

  it('excludes the time in which this process was suspended', () => {
    const waits = new Map([['a', [wait(1_000, 4_000)]]]);
    const [pause] = pausesOf(disruptions, waits, () => 2_500);
    expect(pause?.ms).toBe(500);
  });
});
