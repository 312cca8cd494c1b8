import { describe, expect, it } from '@jest/globals';
import { collectGarbage, eventually } from '@earworm/service-kit/testing';
import { EventRing } from './encoded-events.js';

const items = (text: string) => ({
  player: `p${text}`,
  stage: `s${text}`,
  full: `f${text}`,
  changesCrew: false,
});

describe('the ring of encoded events', () => {
  it('returns the events after a version for one kind of view', () => {
    const ring = new EventRing(100_000);
    for (let version = 5; version <= 9; version++) ring.push(version, items(String(version)), 0);
    expect(ring.after(7, 'player')).toEqual(['p8', 'p9']);
    expect(ring.after(4, 'full')).toEqual(['f5', 'f6', 'f7', 'f8', 'f9']);
  });

  it('returns nothing when the first requested event is gone', () => {
    const ring = new EventRing(100_000);
    expect(ring.after(0, 'player')).toBeUndefined();
    ring.push(5, items('5'), 0);
    expect(ring.after(3, 'player')).toBeUndefined();
  });

  it('drops events after a hundred seconds', () => {
    const ring = new EventRing(100_000);
    ring.push(1, items('1'), 0);
    ring.push(2, items('2'), 99_999);
    expect(ring.after(0, 'player')).toEqual(['p1', 'p2']);
    ring.push(3, items('3'), 100_001);
    expect(ring.after(0, 'player')).toBeUndefined();
    expect(ring.after(1, 'player')).toEqual(['p2', 'p3']);
  });

  it('holds at most one mebibyte', () => {
    const ring = new EventRing(100_000);
    for (let version = 1; version <= 20; version++) ring.push(version, items('x'.repeat(40_000)), 0);
    expect(ring.after(11, 'player')).toBeUndefined();
    expect(ring.after(12, 'player')).toHaveLength(8);
  });

  it('keeps no reference to dropped events', async () => {
    const ring = new EventRing(100_000);
    const pushed = (version: number) => {
      const each = items('x'.repeat(40_000));
      ring.push(version, each, 0);
      return new WeakRef(each);
    };
    const all = Array.from({ length: 12 }, (_, i) => pushed(i + 1));
    await eventually(() => {
      collectGarbage();
      expect(all.map((each) => each.deref() !== undefined)).toEqual([
        ...Array<boolean>(4).fill(false),
        ...Array<boolean>(8).fill(true),
      ]);
    });
    expect(ring.after(4, 'player')).toHaveLength(8);
  });

  it('returns the remaining events after any number of drops and compactions', () => {
    const ring = new EventRing(100_000);
    for (let version = 1; version <= 1_000; version++) {
      ring.push(version, items(`${version} ${'x'.repeat(version % 7 === 0 ? 90_000 : 9_000)}`), 0);
      const held = ring.after(Math.max(0, version - 3), 'full');
      expect(held?.map((text) => text.split(' ')[0])).toEqual(
        [version - 2, version - 1, version].flatMap((v) => (v > 0 ? [`f${v}`] : [])),
      );
    }
  });
});
