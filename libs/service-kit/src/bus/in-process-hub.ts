import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { BusMessage } from './port.js';
import { SubjectTree } from './subjects.js';

/** A connection as the hub sees it. */
export interface HubWire {
  readonly connected: boolean;
  /** Sends the answer to a request on its way back; `take` is called with it unless it is lost. */
  reply(id: number, data: Uint8Array, take: (data: Uint8Array) => void): void;
}

export interface HubSubscription {
  readonly wire: HubWire;
  readonly queue: string | undefined;
  readonly handler: (message: BusMessage) => void;
  closed: boolean;
}

/** Messages on their way at once; a publish beyond that is lost and says so. */
const MAX_UNDERWAY = 65_536;
/** Deliveries before sockets and the database get their turn again. */
const PER_TURN = 256;

/** The middle of the in-process bus: one line of deliveries, first in, first out, never inside the publisher's call. */
export class InProcessHub {
  private readonly tree = new SubjectTree<HubSubscription>();
  private line: (() => void)[] = [];
  private head = 0;
  private left = PER_TURN;
  private isScheduled = false;
  private turn: NodeJS.Immediate | undefined;
  private pick = 0;

  constructor(private readonly log: Logger) {}

  add(pattern: string, subscription: HubSubscription): void {
    this.tree.add(pattern, subscription);
  }

  remove(pattern: string, subscription: HubSubscription): void {
    this.tree.remove(pattern, subscription);
  }

  get full(): boolean {
    return this.line.length - this.head >= MAX_UNDERWAY;
  }

  /** Who gets a message of this subject now: every plain subscription and one of each queue group. */
  receivers(subject: string): readonly HubSubscription[] {
    const found = this.tree.find(subject);
    if (found.every((each) => each.queue === undefined && each.wire.connected)) return found;
    const all = found.filter((each) => each.wire.connected);
    if (!all.some((each) => each.queue !== undefined)) return all;
    const groups = new Map<string, HubSubscription[]>();
    for (const each of all) {
      if (each.queue === undefined) continue;
      const group = groups.get(each.queue);
      if (group) group.push(each);
      else groups.set(each.queue, [each]);
    }
    this.pick = (this.pick + 1) >>> 0;
    return [
      ...all.filter((each) => each.queue === undefined),
      ...[...groups.values()].map((group) => group[this.pick % group.length] as HubSubscription),
    ];
  }

  /** A subscriber that throws keeps nobody else from the message. */
  hand(to: HubSubscription, message: BusMessage): void {
    if (to.closed || !to.wire.connected) return;
    try {
      to.handler(message);
    } catch (error) {
      this.log.error({ subject: message.subject, err: error }, 'a bus subscription failed');
    }
  }

  /** The delivery must not throw. A large message is delivered in the next turn: to write and to read it are two pieces of work. */
  enqueue(delivery: () => void, isLarge = false): void {
    this.line.push(delivery);
    if (isLarge) this.endTurn();
    else this.schedule();
  }

  private endTurn(): void {
    this.left = 0;
    this.turn ??= setImmediate(this.nextTurn);
  }

  private schedule(): void {
    if (this.isScheduled || this.left <= 0) return;
    this.isScheduled = true;
    queueMicrotask(this.deliver);
  }

  /** Never as part of what happened to send the first of them: each delivery is somebody else's. */
  private readonly deliver = AsyncLocalStorage.bind((): void => {
    this.isScheduled = false;
    this.turn ??= setImmediate(this.nextTurn);
    while (this.head < this.line.length && this.left > 0) {
      this.left -= 1;
      const delivery = this.line[this.head++] as () => void;
      delivery();
    }
    if (this.head === this.line.length) {
      this.line = [];
      this.head = 0;
    }
  });

  private readonly nextTurn = (): void => {
    this.turn = undefined;
    this.left = PER_TURN;
    if (this.head < this.line.length) this.deliver();
  };
}
