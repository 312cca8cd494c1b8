import { describe, expect, it } from '@jest/globals';
import { Ring } from './ring.js';

const items = (text: string) => ({ player: `p${text}`, stage: `s${text}`, full: `f${text}` });

describe('The ring of encoded events', () => {
  it('gives what comes after a version, for one kind of view', () => {
    const ring = new Ring();
    for (let version = 5; version <= 9; version++) ring.push(version, items(String(version)), 0);
    expect(ring.after(7, 'player')).toEqual(['p8', 'p9']);
    expect(ring.after(4, 'full')).toEqual(['f5', 'f6', 'f7', 'f8', 'f9']);
  });

  it('says so when the first of them is gone', () => {
    const ring = new Ring();
    expect(ring.after(0, 'player')).toBeUndefined();
    ring.push(5, items('5'), 0);
    expect(ring.after(3, 'player')).toBeUndefined();
  });

  it('forgets after a hundred seconds, ten more than anybody is away', () => {
    const ring = new Ring();
    ring.push(1, items('1'), 0);
    ring.push(2, items('2'), 99_999);
    expect(ring.after(0, 'player')).toEqual(['p1', 'p2']);
    ring.push(3, items('3'), 100_001);
    expect(ring.after(0, 'player')).toBeUndefined();
    expect(ring.after(1, 'player')).toEqual(['p2', 'p3']);
  });

  it('holds a mebibyte at the most', () => {
    const ring = new Ring();
    for (let version = 1; version <= 20; version++) ring.push(version, items('x'.repeat(40_000)), 0);
    expect(ring.after(11, 'player')).toBeUndefined();
    expect(ring.after(12, 'player')).toHaveLength(8);
  });
});
