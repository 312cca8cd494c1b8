import { describe, expect, it } from '@jest/globals';
import { Ring } from './ring.js';

const bounds = { maxBytes: 100, maxAgeMs: 1_000 };
const entry = (from: number, to: number, size = 10, at = 0) => ({
  from,
  to,
  at,
  bytes: Buffer.from(`v${from}.`.padEnd(size, '_')),
});
const textFrom = (ring: Ring, position: number) => ring.framesFrom(position).map(String).join('').replaceAll('_', '');

describe('the ring buffer of a game', () => {
  it('returns everything from a position on', () => {
    const ring = new Ring(bounds);
    for (let v = 1; v <= 5; v++) ring.push(entry(v, v));
    expect(textFrom(ring, 3)).toBe('v4.v5.');
    expect(ring.framesFrom(ring.end)).toEqual([]);
  });

  it('joins small frames once for all cursors at the same position, and never copies large ones', () => {
    const small = new Ring(bounds);
    for (let v = 1; v <= 3; v++) small.push(entry(v, v));
    expect(small.framesFrom(1)).toHaveLength(1);
    expect(small.framesFrom(1)).toBe(small.framesFrom(1));
    small.push(entry(4, 4));
    expect(textFrom(small, 1)).toBe('v2.v3.v4.');
    const large = new Ring({ maxBytes: 1_000_000, maxAgeMs: 1_000 });
    const entries = [entry(1, 1, 20_000), entry(2, 2, 20_000)];
    for (const each of entries) large.push(each);
    expect(large.framesFrom(0)).toEqual(entries.map(({ bytes }) => bytes));
  });

  it('finds the position after a version, also in the middle of an entry', () => {
    const ring = new Ring(bounds);
    ring.push(entry(5, 7));
    ring.push(entry(8, 8));
    expect(ring.positionAfter(4)).toBe(0);
    expect(ring.positionAfter(6)).toBe(0);
    expect(ring.positionAfter(7)).toBe(1);
    expect(ring.positionAfter(8)).toBe(2);
    expect(ring.positionAfter(99)).toBe(2);
  });

  it('reports that the next event has been dropped', () => {
    const ring = new Ring(bounds);
    ring.push(entry(5, 5));
    expect(ring.positionAfter(3)).toBeNull();
  });

  it('drops the oldest entries beyond its bytes, but never the newest', () => {
    const ring = new Ring(bounds);
    for (let v = 1; v <= 30; v++) ring.push(entry(v, v));
    expect(ring.bytes).toBeLessThanOrEqual(bounds.maxBytes);
    expect([ring.start, ring.end]).toEqual([20, 30]);
    ring.push(entry(31, 31, 500));
    expect(textFrom(ring, 0)).toBe('v31.');
  });

  it('drops old entries, and then finds no position before them', () => {
    const ring = new Ring(bounds);
    ring.push(entry(1, 1, 10, 0));
    ring.push(entry(2, 2, 10, 900));
    ring.expire(1_500);
    expect(ring.positionAfter(0)).toBeNull();
    expect(ring.positionAfter(1)).toBe(1);
    ring.expire(5_000);
    expect(ring.positionAfter(1)).toBeNull();
    expect(ring.positionAfter(2)).toBe(ring.end);
  });

  it('overruns every position when it restarts, also one at the end', () => {
    const ring = new Ring(bounds);
    ring.push(entry(1, 1));
    const atEnd = ring.end;
    ring.restart(7);
    expect(atEnd).toBeLessThan(ring.start);
    expect(ring.positionAfter(6)).toBeNull();
    expect(ring.positionAfter(7)).toBe(ring.end);
  });

  it('keeps its positions through thousands of entries', () => {
    const ring = new Ring({ maxBytes: 1_000, maxAgeMs: 1_000 });
    for (let v = 1; v <= 5_000; v++) {
      ring.push(entry(v, v));
      expect(textFrom(ring, ring.end - 1)).toBe(`v${v}.`);
    }
    expect(ring.positionAfter(4_999)).toBe(4_999);
    expect(ring.positionAfter(4_899)).toBeNull();
  });
});
