import { headsSubject, type HeadsMessage } from '@earworm/contracts';
import { type Bus, publishJson } from '@earworm/service-kit/bus';
import type { Clock } from '../actor/clock.js';
import type { Head } from '../log/read.js';

/** Games that changed this recently are in every heads message, so that a gateway that missed their events notices. */
export const CHANGED_WITHIN_MS = 60_000;

export class Heads {
  readonly #changed = new Map<string, { logId: string; version: number; ticks: number }>();

  constructor(
    private readonly shard: number,
    private readonly epoch: number,
    private readonly clock: Clock,
  ) {}

  note(gameId: string, logId: string, version: number): void {
    const ticks = this.clock.ticks();
    const existing = this.#changed.get(gameId);
    if (existing) Object.assign(existing, { logId, version, ticks });
    else this.#changed.set(gameId, { logId, version, ticks });
  }

  fill({ gameId, logId, version }: Head): void {
    if (!this.#changed.has(gameId)) this.note(gameId, logId, version);
  }

  forget(gameId: string): void {
    this.#changed.delete(gameId);
  }

  publish(bus: Pick<Bus, 'publish'>): void {
    const old = this.clock.ticks() - CHANGED_WITHIN_MS;
    for (const [gameId, { ticks }] of this.#changed) if (ticks < old) this.#changed.delete(gameId);
    const message: HeadsMessage = {
      shard: this.shard,
      epoch: this.epoch,
      heads: [...this.#changed].map(([gameId, { logId, version }]) => [gameId, logId, version]),
    };
    publishJson(bus, headsSubject(this.shard), message);
  }
}
