import { eventsFrame, type ReplyOf, type since } from '@earworm/contracts';
import { type KeptEvents, keptEvents } from './kept-events.js';

export type AskSince = (logId: string, version: number) => Promise<ReplyOf<typeof since>>;

/** Role events kept while the gap before them is filled; more are dropped and found missing again. */
const MOST_HELD = 256;
const encoder = new TextEncoder();

interface Gapped {
  readonly logId: string | null;
  readonly head: number;
  take(events: KeptEvents): void;
  restart(logId: string, version: number): void;
}

/** Fills what the bus has lost: one shared read from the owner, however many sockets wait for it. */
export class Gaps {
  filling = false;
  #held: KeptEvents[] = [];

  constructor(
    private readonly channel: Gapped,
    private readonly terms: {
      readonly askSince: AskSince;
      readonly onGap: () => void;
      readonly onFailed: (error: unknown) => void;
    },
  ) {}

  fillBefore(events: KeptEvents): void {
    if (this.#held.length < MOST_HELD) this.#held.push(events);
    this.fill();
  }

  /** Safe to call at any time; a fill under way is the one. */
  fill(): void {
    const { logId, head } = this.channel;
    if (this.filling || logId === null) return;
    this.filling = true;
    this.terms.onGap();
    this.terms.askSince(logId, head).then(
      (reply) => {
        this.#filled(reply);
        this.#release(true);
      },
      (error: unknown) => {
        this.terms.onFailed(error);
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
    this.channel.take(keptEvents({ logId, from, to: from + items.length - 1, frame }));
  }

  #release(wasFilled: boolean): void {
    const held = this.#held;
    this.#held = [];
    this.filling = false;
    const tooEarly = held.filter((events) => {
      const fits = events.from <= this.channel.head + 1;
      if (fits) this.channel.take(events);
      return !fits;
    });
    // After a failed fill the owner's next head, a second away, begins another.
    if (tooEarly.length > 0 && wasFilled) this.fill();
  }
}
