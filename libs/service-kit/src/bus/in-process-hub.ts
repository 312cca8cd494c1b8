import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { BusMessage, Payload } from './port.js';
import { SubjectTree } from './subjects.js';

export interface HubTransport {
  reply(data: Payload, take: (data: Payload) => void): void;
}

export interface HubSubscription {
  readonly transport: HubTransport;
  readonly queue: string | undefined;
  readonly handler: (message: BusMessage<Payload>) => void;
  closed: boolean;
}

/** Messages in flight; beyond that publish returns false. */
const MAX_IN_FLIGHT = 65_536;
const PER_TURN = 256;

export class InProcessHub {
  readonly #tree = new SubjectTree<HubSubscription>();
  #queue: (() => void)[] = [];
  #head = 0;
  #left = PER_TURN;
  #isScheduled = false;
  #turn: NodeJS.Immediate | undefined;
  #roundRobin = 0;

  constructor(private readonly log: Logger) {}

  add(pattern: string, subscription: HubSubscription): void {
    this.#tree.add(pattern, subscription);
  }

  remove(pattern: string, subscription: HubSubscription): void {
    this.#tree.remove(pattern, subscription);
  }

  get full(): boolean {
    return this.#queue.length - this.#head >= MAX_IN_FLIGHT;
  }

  receivers(subject: string): readonly HubSubscription[] {
    const found = this.#tree.find(subject);
    if (found.every((each) => each.queue === undefined)) return found;
    const groups = new Map<string, HubSubscription[]>();
    for (const each of found) {
      if (each.queue === undefined) continue;
      const group = groups.get(each.queue);
      if (group) group.push(each);
      else groups.set(each.queue, [each]);
    }
    this.#roundRobin = (this.#roundRobin + 1) >>> 0;
    return [
      ...found.filter((each) => each.queue === undefined),
      ...[...groups.values()].map((group) => group[this.#roundRobin % group.length] as HubSubscription),
    ];
  }

  deliverTo(to: HubSubscription, message: BusMessage<Payload>): void {
    if (to.closed) return;
    try {
      to.handler(message);
    } catch (error) {
      this.log.error({ subject: message.subject, err: error }, 'a handler of a bus subscription failed');
    }
  }

  /** `delivery` must not throw. */
  enqueue(delivery: () => void): void {
    this.#queue.push(delivery);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#left <= 0) return;
    this.#isScheduled = true;
    queueMicrotask(this.#deliver);
  }

  /** Bound to no request: deliveries belong to different ones. */
  readonly #deliver = AsyncLocalStorage.bind((): void => {
    this.#isScheduled = false;
    if (this.#turn === undefined) this.#turn = setImmediate(this.#nextTurn);
    while (this.#head < this.#queue.length && this.#left > 0) {
      this.#left -= 1;
      const delivery = this.#queue[this.#head++] as () => void;
      delivery();
    }
    if (this.#head === this.#queue.length) {
      this.#queue = [];
      this.#head = 0;
    }
  });

  readonly #nextTurn = (): void => {
    this.#turn = undefined;
    this.#left = PER_TURN;
    if (this.#head < this.#queue.length) this.#deliver();
  };
}
