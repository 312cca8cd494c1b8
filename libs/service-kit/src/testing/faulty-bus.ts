import {
  type Bus,
  BusError,
  type BusMessage,
  createBus,
  type InProcessBuses,
  matches,
  type Payload,
  type Subscription,
  type TransportAdapter,
} from '../bus/index.js';
import type { Logger } from '../log/log.js';

export type Fault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'double' }
  | { readonly kind: 'delay'; readonly byMs: number }
  | { readonly kind: 'reorder'; readonly byMs: number };

interface Rule {
  readonly pattern: string;
  left: number;
  readonly share: number;
  readonly fault: Fault;
}

export interface FaultOptions {
  readonly times?: number;
  readonly share?: number;
}

/** Faults of one connection. Patterns are those of subscriptions; replies use `_INBOX.>`. */
export class BusFaults {
  #rules: Rule[] = [];
  #listeners: ((connected: boolean) => void)[] = [];
  #isCut = false;

  constructor(private readonly random: () => number = Math.random) {}

  readonly drop = (pattern: string, options?: FaultOptions): void => this.#rule(pattern, { kind: 'drop' }, options);
  readonly double = (pattern: string, options?: FaultOptions): void => this.#rule(pattern, { kind: 'double' }, options);
  readonly delay = (pattern: string, byMs: number, options?: FaultOptions): void =>
    this.#rule(pattern, { kind: 'delay', byMs }, options);
  readonly reorder = (pattern: string, byMs: number, options?: FaultOptions): void =>
    this.#rule(pattern, { kind: 'reorder', byMs }, options);
  clear(): void {
    this.#rules = [];
  }

  cut(): void {
    this.#setCut(true);
  }

  restore(): void {
    this.#setCut(false);
  }

  get disconnected(): boolean {
    return this.#isCut;
  }

  onChange(listener: (connected: boolean) => void): void {
    this.#listeners.push(listener);
  }

  next(subject: string): Fault | undefined {
    const rule = this.#rules.find(
      (each) => each.left > 0 && matches(each.pattern, subject) && (each.share === 1 || this.random() < each.share),
    );
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  #rule(pattern: string, fault: Fault, { times = Infinity, share = 1 }: FaultOptions = {}): void {
    this.#rules.push({ pattern, left: times, share, fault });
  }

  #setCut(cut: boolean): void {
    if (this.#isCut === cut) return;
    this.#isCut = cut;
    for (const listener of this.#listeners) listener(!cut);
  }
}

interface Held {
  readonly due: number;
  readonly send: () => void;
}

/** Loses, doubles, delays and cuts what its transport sends. */
class FaultyTransport implements TransportAdapter {
  readonly #held = new Map<string, Held[]>();
  readonly #subscriptions = new Set<{ readonly open: () => Subscription; current: Subscription | null }>();
  readonly #reconnectListeners = new Set<() => void>();
  readonly #pending = new Set<(error: BusError) => void>();
  #requests = 0;

  constructor(
    private readonly inner: TransportAdapter,
    private readonly faults: BusFaults,
  ) {
    faults.onChange((isConnected) => (isConnected ? this.#restore() : this.#cut()));
  }

  readonly isLocal = true;

  get connected(): boolean {
    return this.inner.connected && !this.faults.disconnected;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected) return false;
    const sent = Buffer.from(data);
    let isTaken = true;
    this.#send(subject, () => (isTaken = this.inner.publish(subject, sent, traceParent)));
    return isTaken;
  }

  subscribe(
    subject: string,
    handler: (message: BusMessage<Payload>) => void,
    options?: { queue?: string },
  ): Subscription {
    const receive = (message: BusMessage<Payload>) => {
      const { respond } = message;
      if (respond === undefined) return handler(message);
      const inbox = `_INBOX.${++this.#requests}`;
      const reply = (data: Payload) => {
        if (this.connected) this.#send(inbox, () => respond.call(message, data));
      };
      handler({ ...message, respond: reply });
    };
    const open = () => this.inner.subscribe(subject, receive, options);
    const subscription = { open, current: this.faults.disconnected ? null : open() };
    this.#subscriptions.add(subscription);
    return {
      unsubscribe: () => {
        this.#subscriptions.delete(subscription);
        subscription.current?.unsubscribe();
      },
    };
  }

  request(subject: string, data: Payload, timeoutMs: number, traceParent?: string): Promise<Payload> {
    if (!this.connected) return Promise.reject(new BusError('disconnected'));
    const sent = data instanceof Uint8Array ? Buffer.from(data) : data;
    const { promise, resolve, reject } = Promise.withResolvers<Payload>();
    const fail = (error: unknown) => {
      settled();
      reject(error as BusError);
    };
    const timer = setTimeout(() => fail(new BusError('time-out')), timeoutMs);
    const settled = () => {
      clearTimeout(timer);
      this.#pending.delete(fail);
    };
    this.#pending.add(fail);
    this.#send(subject, () =>
      this.inner.request(subject, sent, timeoutMs, traceParent).then((reply) => {
        settled();
        resolve(reply);
      }, fail),
    );
    return promise;
  }

  onReconnect(listener: () => void): () => void {
    this.#reconnectListeners.add(listener);
    return () => void this.#reconnectListeners.delete(listener);
  }

  flush(): Promise<void> {
    return this.inner.flush();
  }

  stop(): Promise<void> {
    return this.inner.stop();
  }

  async close(): Promise<void> {
    await this.inner.close();
    this.#failPending();
  }

  #cut(): void {
    for (const subscription of this.#subscriptions) {
      subscription.current?.unsubscribe();
      subscription.current = null;
    }
    this.#failPending();
  }

  #restore(): void {
    for (const subscription of this.#subscriptions) subscription.current = subscription.open();
    for (const listener of this.#reconnectListeners) listener();
  }

  #failPending(): void {
    for (const fail of this.#pending) fail(new BusError('disconnected'));
  }

  #send(subject: string, send: () => void): void {
    const fault = this.faults.next(subject);
    switch (fault?.kind) {
      case 'drop':
        return;
      case 'reorder':
        return void setTimeout(() => send(), fault.byMs);
      case 'double':
        this.#sendInOrder(subject, send, 0);
        return this.#sendInOrder(subject, send, 0);
      case 'delay':
        return this.#sendInOrder(subject, send, fault.byMs);
      case undefined:
        return this.#sendInOrder(subject, send, 0);
    }
  }

  #sendInOrder(subject: string, send: () => void, delayMs: number): void {
    const queue = this.#held.get(subject);
    if (delayMs === 0 && !queue) return send();
    const held = { due: performance.now() + delayMs, send };
    if (queue) return void queue.push(held);
    this.#held.set(subject, [held]);
    setTimeout(() => this.#release(subject), delayMs);
  }

  #release(subject: string): void {
    const queue = this.#held.get(subject) ?? [];
    // Timers may fire half a millisecond early.
    while (queue[0] && queue[0].due <= performance.now() + 0.5) queue.shift()?.send();
    if (queue[0]) setTimeout(() => this.#release(subject), queue[0].due - performance.now());
    else this.#held.delete(subject);
  }
}

export const connectFaulty = (hub: InProcessBuses, faults: BusFaults, log: Logger): Bus =>
  createBus(new FaultyTransport(hub.openTransport(), faults), log);
