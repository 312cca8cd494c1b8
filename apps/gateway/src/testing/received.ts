import type { RawSocket } from './raw-socket.js';

/** The versions that this socket received; a snapshot starts over. Throws at a gap and at a duplicate. */
export function followed({ received }: Pick<RawSocket, 'received'>): number[] {
  const taken: number[] = [];
  for (const frame of received) {
    if (frame.type === 'snapshot') taken.push(frame.version);
    if (frame.type !== 'events') continue;
    for (const { v } of frame.list) {
      const before = taken.at(-1);
      if (before !== undefined && v !== before + 1) throw new Error(`${v} came after ${before}`);
      taken.push(v);
    }
  }
  return taken;
}

/** The newest version that came with an event; 0 before the first. */
export function newest({ received }: Pick<RawSocket, 'received'>): number {
  const last = received.findLast((frame) => frame.type === 'events');
  return last === undefined ? 0 : last.from + last.list.length - 1;
}
