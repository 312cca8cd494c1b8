import { isLarge } from './codec.js';
import { BusFaults } from './faults.js';
import type { WireAdapter } from './adapter.js';
import type { HubSubscription, HubWire, InProcessHub } from './in-process-hub.js';
import { BusError, type BusMessage, type Subscription } from './port.js';

interface Waiting {
  readonly resolve: (data: Uint8Array) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: NodeJS.Timeout;
  /** Where it stands among those that wait; -1 when it waits no more. */
  at: number;
}

interface Held {
  readonly due: number;
  readonly deliver: () => void;
}

/** One service's connection to the hub. What it carries are copies of the bytes, as on a network (from Buffer's pool:
 * thousands of small memories of their own a second would be the collector's main work). */
export class InProcessWire implements WireAdapter, HubWire {
  private readonly subscriptions = new Map<HubSubscription, string>();
  /** In no order. An array, because a table that empties and fills keeps what it held: see decision 29. */
  private waiting: Waiting[] = [];
  private readonly held = new Map<string, Held[]>();
  private readonly reconnectListeners = new Set<() => void>();
  private requests = 0;
  private isOpen = true;

  constructor(
    private readonly hub: InProcessHub,
    private readonly faults?: BusFaults,
  ) {
    faults?.onTurn((connected) => (connected ? this.reconnected() : this.abandonRequests()));
  }

  get connected(): boolean {
    return this.isOpen && !this.faults?.disconnected;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected || this.hub.full) return false;
    const receivers = this.hub.receivers(subject);
    const bytes = Buffer.from(data);
    this.send(subject, bytes, () => {
      const message: BusMessage = { subject, data: bytes, traceParent };
      for (const each of receivers) this.hub.hand(each, message);
    });
    return true;
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, { queue }: { queue?: string } = {}): Subscription {
    const subscription: HubSubscription = { wire: this, queue, handler, closed: false };
    this.subscriptions.set(subscription, subject);
    this.hub.add(subject, subscription);
    return {
      unsubscribe: () => {
        subscription.closed = true;
        this.subscriptions.delete(subscription);
        this.hub.remove(subject, subscription);
      },
    };
  }

  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: string): Promise<Uint8Array> {
    if (!this.connected || this.hub.full) return Promise.reject(new BusError('disconnected'));
    const receivers = this.hub.receivers(subject);
    if (receivers.length === 0) return Promise.reject(new BusError('no-responders'));
    const id = ++this.requests;
    const bytes = Buffer.from(data);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waitsNoMore(waiting);
        reject(new BusError('time-out'));
      }, timeoutMs);
      const waiting: Waiting = { resolve, reject, timer, at: this.waiting.length };
      this.waiting.push(waiting);
      const answered = (reply: Uint8Array) => this.answered(waiting, reply);
      this.send(subject, bytes, () => {
        for (const each of receivers) {
          const respond = (reply: Uint8Array) => each.wire.reply(id, reply, answered);
          this.hub.hand(each, { subject, data: bytes, traceParent, respond });
        }
      });
    });
  }

  onReconnect(listener: () => void): () => void {
    this.reconnectListeners.add(listener);
    return () => void this.reconnectListeners.delete(listener);
  }

  flush(): Promise<void> {
    return new Promise((resolve) => this.hub.enqueue(resolve));
  }

  stop(): Promise<void> {
    for (const [subscription, subject] of this.subscriptions) this.hub.remove(subject, subscription);
    return this.flush();
  }

  async close(): Promise<void> {
    await this.flush();
    for (const subscription of this.subscriptions.keys()) subscription.closed = true;
    this.subscriptions.clear();
    this.isOpen = false;
    this.abandonRequests();
  }

  reply(id: number, data: Uint8Array, take: (data: Uint8Array) => void): void {
    if (!this.connected) return;
    const bytes = Buffer.from(data);
    this.send(`_INBOX.${id}`, bytes, () => take(bytes));
  }

  private answered(waiting: Waiting, data: Uint8Array): void {
    if (waiting.at < 0 || !this.connected) return;
    this.waitsNoMore(waiting);
    clearTimeout(waiting.timer);
    waiting.resolve(data);
  }

  /** The last one takes its place. */
  private waitsNoMore(waiting: Waiting): void {
    const last = this.waiting.pop();
    if (last && last !== waiting) {
      last.at = waiting.at;
      this.waiting[waiting.at] = last;
    }
    waiting.at = -1;
  }

  private send(subject: string, data: Uint8Array, deliver: () => void): void {
    const fault = this.faults?.next(subject);
    switch (fault?.kind) {
      case 'drop':
        return;
      case 'reorder':
        return void setTimeout(() => this.hub.enqueue(deliver), fault.byMs);
      case 'double':
        this.pass(subject, deliver, 0);
        return this.pass(subject, deliver, 0);
      case 'delay':
        return this.pass(subject, deliver, fault.byMs);
      case undefined:
        return this.pass(subject, deliver, 0, isLarge(data));
    }
  }

  /** In the order of its subject: behind what is still held back there. */
  private pass(subject: string, deliver: () => void, delayMs: number, large = false): void {
    const queue = this.held.get(subject);
    if (delayMs === 0 && !queue) return this.hub.enqueue(deliver, large);
    const held = { due: performance.now() + delayMs, deliver };
    if (queue) return void queue.push(held);
    this.held.set(subject, [held]);
    setTimeout(() => this.release(subject), delayMs);
  }

  private release(subject: string): void {
    const queue = this.held.get(subject) ?? [];
    // Half a millisecond of grace: timers may fire that much early.
    while (queue[0] && queue[0].due <= performance.now() + 0.5) this.hub.enqueue((queue.shift() as Held).deliver);
    if (queue[0]) setTimeout(() => this.release(subject), queue[0].due - performance.now());
    else this.held.delete(subject);
  }

  private reconnected(): void {
    for (const listener of this.reconnectListeners) listener();
  }

  private abandonRequests(): void {
    const abandoned = this.waiting;
    this.waiting = [];
    for (const waiting of abandoned) {
      waiting.at = -1;
      clearTimeout(waiting.timer);
      waiting.reject(new BusError('disconnected'));
    }
  }
}
