import { type Acknowledged, type Delivered, Tally } from '../../load/tally.js';
import { receivedAt } from './last-message.js';
import { metrics } from './metrics.js';

const keyOf = ({ gameId, version, playerId }: Delivered) => `${gameId} ${version} ${playerId}`;

/** Holds what was acknowledged against what was shown as it comes, so that a run of hours needs no more memory. */
export class MeasuredTally extends Tally {
  readonly #acknowledged = new Map<string, boolean>();
  readonly #shown = new Set<string>();
  #givenUp = 0;

  constructor(private readonly tags: () => Record<string, string> = () => ({})) {
    super();
  }

  override accepted(command: Acknowledged): void {
    const key = keyOf(command);
    if (!this.#shown.delete(key)) this.#acknowledged.set(key, command.measured);
    else if (command.measured) metrics.accepted.add(1);
  }

  override recordDelivered(buzz: Delivered): void {
    const key = keyOf(buzz);
    const measured = this.#acknowledged.get(key);
    if (!this.#acknowledged.delete(key)) this.#shown.add(key);
    else if (measured === true) metrics.accepted.add(1);
  }

  override recordLatency(scheduledAt: number): void {
    metrics.buzz.add((receivedAt() - scheduledAt) / 1_000, this.tags());
  }

  override refused(code: string, measured: boolean): void {
    super.refused(code, measured);
    metrics.refusals.add(1, { code });
    // It may have been done all the same.
    if (code === 'retry') this.#givenUp++;
  }

  /** When everything under way is answered and shown. */
  settle(): void {
    metrics.lost.add(this.#acknowledged.size);
    metrics.doubled.add(Math.max(0, this.#shown.size - this.#givenUp));
    metrics.foreign.add(this.foreign);
    metrics.unseen.add(this.unseen);
    for (const reason of this.stuck) metrics.stuck.add(1, { reason });
    for (const reason of this.turnedAway) metrics.turnedAway.add(1, { reason });
  }
}
