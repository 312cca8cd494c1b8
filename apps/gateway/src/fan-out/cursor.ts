import type { Ring } from './ring.js';

/** What a cursor needs of its connection. */
export interface Outlet {
  /** Nothing is waiting to leave. */
  readonly idle: boolean;
  /** One write; the cursor is advanced again when it has left. */
  write(frames: readonly Buffer[]): void;
  /** What was to come next is no longer kept; the cursor stands still until it follows again. */
  fallen(): void;
}

/**
 * Where one socket stands in the ring. There is no queue: when the line is free, everything up to the ring's end goes in
 * one write, whose end asks again. Live events, coalescing, resuming and slow readers are all this.
 */
export class Cursor {
  #ring: Ring | null = null;
  #position = 0;
  /** What the socket has although the ring does not yet: another gateway, or the owner's snapshot, was ahead. */
  #ahead: number | null = null;

  constructor(private readonly outlet: Outlet) {}

  /** From a position on, without what the socket has already: everything up to `version`. */
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
      this.outlet.fallen();
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
