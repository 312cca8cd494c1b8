import { changesCrewInView, eventsFrame, type ReplyOf, type since } from '@earworm/contracts';
import type { GatewayMetrics } from '../gateway.metrics.js';
import { type EventBatch, eventBatch } from './ring.js';

export type ReadSince = (logId: string, version: number) => Promise<ReplyOf<typeof since>>;

const MAX_HELD = 256;
const encoder = new TextEncoder();

interface GapTarget {
  readonly logId: string | null;
  readonly head: number;
  append(events: EventBatch): void;
  restart(logId: string, version: number): void;
}

/** Fills gaps with one read for all sockets. */
export class GapFiller {
  filling = false;
  #held: EventBatch[] = [];

  constructor(
    private readonly channel: GapTarget,
    private readonly deps: {
      readonly readSince: ReadSince;
      readonly metrics: Pick<GatewayMetrics, 'gaps'>;
      /** An event that changes the crew was missed. */
      readonly onCrewChanged: () => void;
      readonly onFailed: (error: unknown) => void;
    },
  ) {}

  fillBefore(events: EventBatch): void {
    if (this.#held.length < MAX_HELD) this.#held.push(events);
    this.fill();
  }

  fill(): void {
    const { logId, head } = this.channel;
    if (this.filling || logId === null) return;
    this.filling = true;
    this.deps.metrics.gaps.inc();
    this.deps.readSince(logId, head).then(
      (reply) => {
        this.#filled(reply);
        this.#release(true);
      },
      (error: unknown) => {
        this.deps.onFailed(error);
        this.#release(false);
      },
    );
  }

  #filled(reply: ReplyOf<typeof since>): void {
    if (reply.kind === 'tooOld' || reply.logId !== this.channel.logId) {
      const version = reply.kind === 'tooOld' ? reply.version : reply.from + reply.items.length - 1;
      return this.channel.restart(reply.logId, version);
    }
    if (reply.items.length === 0) return;
    const { logId, from, items } = reply;
    const frame = encoder.encode(eventsFrame(logId, from, items));
    const isOfCrew = items.some(changesCrewInView);
    this.channel.append(eventBatch({ logId, from, to: from + items.length - 1, changesCrew: isOfCrew, frame }));
    if (isOfCrew) this.deps.onCrewChanged();
  }

  #release(wasFilled: boolean): void {
    const held = this.#held;
    this.#held = [];
    this.filling = false;
    const stillAhead = held.filter((events) => {
      const fits = events.from <= this.channel.head + 1;
      if (fits) this.channel.append(events);
      return !fits;
    });
    if (stillAhead.length > 0 && wasFilled) this.fill();
  }
}
