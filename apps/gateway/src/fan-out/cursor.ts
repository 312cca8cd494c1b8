import type { Ring } from './ring.js';

export interface Outlet {
  readonly idle: boolean;
  write(frames: readonly Buffer[]): void;
  overrun(): void;
}

/**
 * A socket's position in the ring; there is no queue. An idle socket gets everything up to the end in one write, whose
 * completion advances it again: live events, coalescing, resuming and slow consumers alike.
 */
export class Cursor {
  #ring: Ring | null = null;
  #position = 0;
  #ahead: number | null = null;

  constructor(private readonly outlet: Outlet) {}

  follow(ring: Ring, position: number, version: number): void {
    this.#ring = ring;
    this.#position = position;
    this.#ahead = version > ring.lastTo ? version : null;
    this.advance();
  }

  stop(): void {
    this.#ring = null;
  }

  advance(): void {
    const ring = this.#ring;
    if (ring === null || this.#position === ring.end || !this.outlet.idle) return;
    if (this.#position < ring.start) {
      this.#ring = null;
      this.outlet.overrun();
      return;
    }
    if (this.#ahead !== null) {
      this.#position = Math.max(this.#position, ring.positionAfter(this.#ahead) ?? 0);
      if (ring.lastTo >= this.#ahead) this.#ahead = null;
      if (this.#position === ring.end) return;
    }
    const frames = ring.framesFrom(this.#position);
    this.#position = ring.end;
    this.outlet.write(frames);
  }
}
