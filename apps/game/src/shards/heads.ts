import { headsSubject, type HeadsMessage } from '@earworm/contracts';
import type { Head } from '../log/read.js';
import type { Clock } from '../actor/clock.js';

/** Games changed within this are named every second; a gateway that missed their events notices within a second. */
export const CHANGED_WITHIN_MS = 60_000;

const encoder = new TextEncoder();

/** Where the lately changed games of one shard stand: committed versions only. */
export class Heads {
  private readonly changed = new Map<string, { logId: string; version: number; ticks: number }>();

  constructor(
    private readonly shard: number,
    private readonly epoch: number,
    private readonly clock: Clock,
  ) {}

  note(gameId: string, logId: string, version: number): void {
    const ticks = this.clock.ticks();
    const known = this.changed.get(gameId);
    if (known) Object.assign(known, { logId, version, ticks });
    else this.changed.set(gameId, { logId, version, ticks });
  }

  /** After a take-over: what the log knows and this replica has not seen itself. */
  fill({ gameId, logId, version }: Head): void {
    if (!this.changed.has(gameId)) this.note(gameId, logId, version);
  }

  publish(publish: (subject: string, data: Uint8Array) => void): void {
    const old = this.clock.ticks() - CHANGED_WITHIN_MS;
    for (const [gameId, { ticks }] of this.changed) if (ticks < old) this.changed.delete(gameId);
    const message: HeadsMessage = {
      shard: this.shard,
      epoch: this.epoch,
      heads: [...this.changed].map(([gameId, { logId, version }]) => [gameId, logId, version]),
    };
    publish(headsSubject(this.shard), encoder.encode(JSON.stringify(message)));
  }
}
