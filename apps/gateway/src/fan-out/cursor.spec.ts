import { describe, expect, it } from '@jest/globals';
import { Cursor } from './cursor.js';
import { Ring } from './ring.js';

function reader() {
  const writes: string[][] = [];
  const outlet = {
    idle: true,
    falls: 0,
    write: (frames: readonly Buffer[]) => void writes.push(frames.join('').split(/(?=v)/)),
    overrun: () => void outlet.falls++,
  };
  return { outlet, writes, cursor: new Cursor(outlet) };
}
const ringOf = (maxBytes = 1_000) => new Ring({ maxBytes, maxAgeMs: 1_000 });
const push = (ring: Ring, v: number) => ring.push({ from: v, to: v, at: 0, bytes: Buffer.from(`v${v}`) });

describe('the cursor of a socket', () => {
  it('writes everything up to the end at once and nothing twice', () => {
    const ring = ringOf();
    const { cursor, writes } = reader();
    push(ring, 1);
    push(ring, 2);
    cursor.follow(ring, 0, 0);
    cursor.advance();
    push(ring, 3);
    cursor.advance();
    expect(writes).toEqual([['v1', 'v2'], ['v3']]);
  });

  it('writes nothing while the socket is busy, and everything together when it is free', () => {
    const ring = ringOf();
    const { cursor, outlet, writes } = reader();
    cursor.follow(ring, 0, 0);
    outlet.idle = false;
    for (let v = 1; v <= 4; v++) {
      push(ring, v);
      cursor.advance();
    }
    expect(writes).toEqual([]);
    outlet.idle = true;
    cursor.advance();
    expect(writes).toEqual([['v1', 'v2', 'v3', 'v4']]);
  });

  it('reports an overrun once and stops', () => {
    const ring = ringOf(6);
    const { cursor, outlet, writes } = reader();
    cursor.follow(ring, 0, 0);
    outlet.idle = false;
    for (let v = 1; v <= 9; v++) push(ring, v);
    outlet.idle = true;
    cursor.advance();
    cursor.advance();
    expect(outlet.falls).toBe(1);
    expect(writes).toEqual([]);
  });

  it('repeats no events to a client that was ahead of the ring', () => {
    const ring = ringOf();
    const { cursor, writes } = reader();
    push(ring, 1);
    cursor.follow(ring, 1, 3);
    for (const v of [2, 3]) {
      push(ring, v);
      cursor.advance();
    }
    expect(writes).toEqual([]);
    push(ring, 4);
    cursor.advance();
    expect(writes).toEqual([['v4']]);
  });

  it('counts as overrun after a new history, wherever it was', () => {
    const ring = ringOf();
    const { cursor, outlet } = reader();
    cursor.follow(ring, 0, 7);
    ring.restart(2);
    cursor.advance();
    expect(outlet.falls).toBe(1);
  });

  it('reports no overrun while the socket is busy, because a snapshot could not be sent either', () => {
    const ring = ringOf(6);
    const { cursor, outlet } = reader();
    cursor.follow(ring, 0, 0);
    outlet.idle = false;
    for (let v = 1; v <= 9; v++) push(ring, v);
    cursor.advance();
    expect(outlet.falls).toBe(0);
  });
});
