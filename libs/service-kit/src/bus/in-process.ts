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

/** Copies bytes, as a network would, from Buffer's pool to keep garbage collection cheap. */
const copyOf = (data: Payload): Payload => (data instanceof Uint8Array ? Buffer.from(data) : data);

class InProcessTransport implements TransportAdapter, HubTransport {
  readonly isLocal = true;
  readonly #subscriptions = new Map<HubSubscription, string>();
  /** Unordered array instead of a map, whose table would not shrink: see docs/benchmarks/experiments.md, 29. */
  #pending: PendingRequest[] = [];
  #isOpen = true;

  constructor(private readonly hub: InProcessHub) {}

  get connected(): boolean {
    return this.#isOpen;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.#isOpen || this.hub.full) return false;
    const receivers = this.hub.receivers(subject);
    const bytes = Buffer.from(data);
    this.hub.enqueue(() => {
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
    if (!this.#isOpen || this.hub.full) return Promise.reject(new BusError('disconnected'));
    const receivers = this.hub.receivers(subject);
    if (receivers.length === 0) return Promise.reject(new BusError('no-responders'));
    const sent = copyOf(data);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#removePending(pending);
        reject(new BusError('time-out'));
      }, timeoutMs);
      const pending: PendingRequest = { resolve, reject, timer, at: this.#pending.length };
      this.#pending.push(pending);
      const onReply = (reply: Payload) => this.#onReply(pending, reply);
      this.hub.enqueue(() => {
        for (const each of receivers) {
          const respond = (reply: Payload) => each.transport.reply(reply, onReply);
          this.hub.deliverTo(each, { subject, data: sent, traceParent, respond });
        }
      });
    });
  }

  /** Never: it has nothing to lose a connection to. */
  onReconnect(): () => void {
    return () => undefined;
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

  reply(data: Payload, take: (data: Payload) => void): void {
    if (!this.#isOpen) return;
    const sent = copyOf(data);
    this.hub.enqueue(() => take(sent));
  }

  #onReply(pending: PendingRequest, data: Payload): void {
    if (pending.at < 0) return;
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
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly metrics?: Registry;
}

export interface InProcessBuses {
  connect(options?: InProcessOptions): Bus;
  /** A connection without calls, for tests that break it. */
  openTransport(): TransportAdapter;
}

export function createInProcessHub(log: Logger = createLog('bus')): InProcessBuses {
  const hub = new InProcessHub(log);
  const openTransport = () => new InProcessTransport(hub);
  return {
    connect: ({ log: own = log, tracing, metrics } = {}) =>
      createBus(openTransport(), own, tracing, metrics && busMetrics(metrics)),
    openTransport,
  };
}

export const createInProcessBus = (options: InProcessOptions = {}): Bus =>
  createInProcessHub(options.log).connect(options);
