import type { SeenEvent } from '@earworm/client';
import type { QueueEntry } from '@earworm/rules';
import type { Tally } from './tally.js';

/** After the last answer, how long is waited for a socket that has not shown what the others saw. */
const SETTLE_MS = 30_000;

interface Waiting {
  readonly version: number;
  readonly playerId: string;
  left: number;
  readonly scheduledAt: number;
}

/** Counts, for each buzz of one game, the sockets that have seen it; the last one's time is the buzz's latency. */
export class DeliveryTracker {
  /** Players and moderator. */
  sockets = 0;
  gameId = '';
  readonly ownQuestions = new Set<string>();
  readonly #scheduled = new Map<string, number>();
  /** Buzzes that some socket has not shown yet, the newest last. */
  readonly #waiting: Waiting[] = [];

  constructor(private readonly tally: Tally) {}

  buzzed(playerId: string, scheduledAt: number): void {
    this.#scheduled.set(playerId, scheduledAt);
  }

  /** What one socket was shown. */
  events(events: readonly SeenEvent[]): void {
    for (const seen of events) {
      if (typeof seen['questionId'] === 'string' && !this.ownQuestions.has(seen['questionId'])) this.tally.foreign++;
      if (seen.type === 'playerBuzzed') this.#buzzed(seen.v, String(seen['playerId']));
      // Those of a hold; games of a load are no larger than the part of a queue that is shown.
      if (seen.type === 'buzzesOrdered')
        for (const { playerId } of seen['queue'] as readonly QueueEntry[]) this.#buzzed(seen.v, playerId);
    }
  }

  #buzzed(version: number, playerId: string): void {
    let waiting = this.#waiting.findLast((each) => each.version === version && each.playerId === playerId);
    if (!waiting) {
      waiting = { version, playerId, left: this.sockets, scheduledAt: this.#scheduled.get(playerId) ?? NaN };
      this.#waiting.push(waiting);
      this.tally.recordDelivered({ gameId: this.gameId, version, playerId });
    }
    if (--waiting.left > 0) return;
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    if (this.tally.isMeasured(waiting.scheduledAt)) this.tally.recordLatency(waiting.scheduledAt);
  }

  async settle(): Promise<void> {
    const until = performance.now() + SETTLE_MS;
    while (this.#waiting.length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    this.tally.unseen += this.#waiting.length;
  }
}
