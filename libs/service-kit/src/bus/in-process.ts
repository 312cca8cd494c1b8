import { BusFaults } from './faults.js';
import { type TransportAdapter, BusError, type BusMessage, type Payload, type Subscription, type Bus } from './port.js';
import { type HubSubscription, type HubTransport, InProcessHub } from './in-process-hub.js';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createLog } from '../log/log.js';
import type { Tracing } from '../tracing/tracing.js';
import { busMetrics } from './bus-metrics.js';
import { createBus } from './create-bus.js';

interface PendingRequest {
  readonly resolve: (data: Payload) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: NodeJS.Timeout;
  /** Index in the array of pending requests; -1 when settled. */
  at: number;
}

interface Held {
  readonly due: number;
  readonly deliver: () => void;
}

/** Copies bytes, as a network would, from Buffer's pool to keep garbage collection cheap. */
const copyOf = (data: Payload): Payload => (data instanceof Uint8Array ? Buffer.from(data) : data);

class InProcessTransport implements TransportAdapter, HubTransport {
  readonly isLocal = true;
  readonly #subscriptions = new Map<HubSubscription, string>();
  /** Unordered array instead of a map, whose table would not shrink: see docs/benchmarks/experiments.md, 29. */
  #pending: PendingRequest[] = [];
  readonly #held = new Map<string, Held[]>();
  readonly #reconnectListeners = new Set<() => void>();
  #requests = 0;
  #isOpen = true;

  constructor(
    private readonly hub: InProcessHub,
    private readonly faults?: BusFaults,
  ) {
    faults?.onChange((connected) => (connected ? this.#onReconnected() : this.#abandonRequests()));
  }

  get connected(): boolean {
    return this.#isOpen && !this.faults?.disconnected;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected || this.hub.full) return false;
    const receivers = this.hub.receivers(subject);
    const bytes = Buffer.from(data);
    this.#send(subject, () => {
      const message: BusMessage = { subject, data: bytes, traceParent };
      for (const each of receivers) this.hub.deliverTo(each, message);
    });
    return true;
  }

  subscribe(
    subject: string,
    handler: (message: BusMessage<Payload>) => void,
    { queue }: { queue?: string } = {},
  ): Subscription {
    const subscription: HubSubscription = { transport: this, queue, handler, closed: false };
    this.#subscriptions.set(subscription, subject);
    this.hub.add(subject, subscription);
    return {
      unsubscribe: () => {
        subscription.closed = true;
        this.#subscriptions.delete(subscription);
        this.hub.remove(subject, subscription);
      },
    };
  }

  request(subject: string, data: Payload, timeoutMs: number, traceParent?: string): Promise<Payload> {
    if (!this.connected || this.hub.full) return Promise.reject(new BusError('disconnected'));
    const receivers = this.hub.receivers(subject);
    if (receivers.length === 0) return Promise.reject(new BusError('no-responders'));
    const id = ++this.#requests;
    const sent = copyOf(data);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#removePending(pending);
        reject(new BusError('time-out'));
      }, timeoutMs);
      const pending: PendingRequest = { resolve, reject, timer, at: this.#pending.length };
      this.#pending.push(pending);
      const onReply = (reply: Payload) => this.#onReply(pending, reply);
      this.#send(subject, () => {
        for (const each of receivers) {
          const respond = (reply: Payload) => each.transport.reply(id, reply, onReply);
          this.hub.deliverTo(each, { subject, data: sent, traceParent, respond });
        }
      });
    });
  }

  onReconnect(listener: () => void): () => void {
    this.#reconnectListeners.add(listener);
    return () => void this.#reconnectListeners.delete(listener);
  }

  flush(): Promise<void> {
    return new Promise((resolve) => this.hub.enqueue(resolve));
  }

  stop(): Promise<void> {
    for (const [subscription, subject] of this.#subscriptions) this.hub.remove(subject, subscription);
    return this.flush();
  }

  async close(): Promise<void> {
    await this.flush();
    for (const subscription of this.#subscriptions.keys()) subscription.closed = true;
    this.#subscriptions.clear();
    this.#isOpen = false;
    this.#abandonRequests();
  }

  reply(id: number, data: Payload, take: (data: Payload) => void): void {
    if (!this.connected) return;
    const sent = copyOf(data);
    this.#send(`_INBOX.${id}`, () => take(sent));
  }

  #onReply(pending: PendingRequest, data: Payload): void {
    if (pending.at < 0 || !this.connected) return;
    this.#removePending(pending);
    clearTimeout(pending.timer);
    pending.resolve(data);
  }

  #removePending(pending: PendingRequest): void {
    const last = this.#pending.pop();
    if (last && last !== pending) {
      last.at = pending.at;
      this.#pending[pending.at] = last;
    }
    pending.at = -1;
  }

  #send(subject: string, deliver: () => void): void {
    const fault = this.faults?.next(subject);
    switch (fault?.kind) {
      case 'drop':
        return;
      case 'reorder':
        return void setTimeout(() => this.hub.enqueue(deliver), fault.byMs);
      case 'double':
        this.#enqueueInOrder(subject, deliver, 0);
        return this.#enqueueInOrder(subject, deliver, 0);
      case 'delay':
        return this.#enqueueInOrder(subject, deliver, fault.byMs);
      case undefined:
        return this.#enqueueInOrder(subject, deliver, 0);
    }
  }

  #enqueueInOrder(subject: string, deliver: () => void, delayMs: number): void {
    const queue = this.#held.get(subject);
    if (delayMs === 0 && !queue) return this.hub.enqueue(deliver);
    const held = { due: performance.now() + delayMs, deliver };
    if (queue) return void queue.push(held);
    this.#held.set(subject, [held]);
    setTimeout(() => this.#release(subject), delayMs);
  }

  #release(subject: string): void {
    const queue = this.#held.get(subject) ?? [];
    // Timers may fire half a millisecond early.
    while (queue[0] && queue[0].due <= performance.now() + 0.5) this.hub.enqueue((queue.shift() as Held).deliver);
    if (queue[0]) setTimeout(() => this.#release(subject), queue[0].due - performance.now());
    else this.#held.delete(subject);
  }

  #onReconnected(): void {
    for (const listener of this.#reconnectListeners) listener();
  }

  #abandonRequests(): void {
    const abandoned = this.#pending;
    this.#pending = [];
    for (const pending of abandoned) {
      pending.at = -1;
      clearTimeout(pending.timer);
      pending.reject(new BusError('disconnected'));
    }
  }
}

export interface InProcessOptions {
  readonly faults?: BusFaults;
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly metrics?: Registry;
}

export function createInProcessHub(log: Logger = createLog('bus')): { connect(options?: InProcessOptions): Bus } {
  const hub = new InProcessHub(log);
  return {
    connect: ({ faults, log: own = log, tracing, metrics } = {}) =>
      createBus(new InProcessTransport(hub, faults), own, tracing, metrics && busMetrics(metrics)),
  };
}

export const createInProcessBus = (options: InProcessOptions = {}): Bus =>
  createInProcessHub(options.log).connect(options);
