import {
  createInbox,
  errors,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type PermissionViolationError,
  type PublishOptions,
  type Subscription as NatsSubscription,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { TransportAdapter } from './port.js';
import { BusError, type BusMessage, type Subscription } from './port.js';

interface PendingRequest {
  readonly resolve: (data: Uint8Array) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: NodeJS.Timeout;
}

const NO_RESPONDERS = 503;
const TRACE_PARENT = 'traceparent';

function traced(traceParent: string): MsgHdrs {
  const all = headers();
  all.set(TRACE_PARENT, traceParent);
  return all;
}

interface Outgoing {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly options: PublishOptions | undefined;
}

/** After a pause this long the callers have given up; queued messages are dropped. */
const STALE_AFTER_MS = 1_000;

export class NatsTransport implements TransportAdapter {
  readonly #subscriptions = new Set<NatsSubscription>();
  readonly #pending = new Map<string, PendingRequest>();
  readonly #reconnectListeners = new Set<() => void>();
  readonly #inbox: string;
  readonly #deniedKinds = new Set<string>();
  #requests = 0;
  #outgoing: Outgoing[] = [];
  #outgoingSince = 0;
  #isUp = true;
  #isClosed = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly log: Logger,
    inboxPrefix: string,
  ) {
    this.#inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        // `followStatus` logs it.
        if (!error) this.#onReply(message);
      },
    });
    void this.#followStatus();
  }

  get connected(): boolean {
    return this.#isUp && !this.#isClosed;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected) return false;
    this.#enqueue(subject, data, traceParent === undefined ? undefined : { headers: traced(traceParent) });
    return true;
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, { queue }: { queue?: string } = {}): Subscription {
    let isUnsubscribed = false;
    const subscription = this.connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error || isUnsubscribed) return;
        try {
          handler(this.#received(message));
        } catch (failure) {
          this.log.error({ subject, err: failure }, 'a handler of a bus subscription failed');
        }
      },
    });
    this.#subscriptions.add(subscription);
    return {
      unsubscribe: () => {
        isUnsubscribed = true;
        this.#subscriptions.delete(subscription);
        subscription.unsubscribe();
      },
    };
  }

  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: string): Promise<Uint8Array> {
    if (!this.connected) return Promise.reject(new BusError('disconnected'));
    const reply = `${this.#inbox}.${++this.#requests}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(reply);
        reject(new BusError('time-out'));
      }, timeoutMs);
      this.#pending.set(reply, { resolve, reject, timer });
      try {
        this.#enqueue(subject, data, traceParent === undefined ? { reply } : { reply, headers: traced(traceParent) });
      } catch (error) {
        clearTimeout(timer);
        this.#pending.delete(reply);
        reject(error as Error);
      }
    });
  }

  onReconnect(listener: () => void): () => void {
    this.#reconnectListeners.add(listener);
    return () => void this.#reconnectListeners.delete(listener);
  }

  async flush(): Promise<void> {
    this.#sendAll();
    // After a lost connection nothing remains to flush.
    if (this.connected) await this.connection.flush().catch(() => undefined);
  }

  async stop(): Promise<void> {
    const all = [...this.#subscriptions];
    this.#subscriptions.clear();
    if (this.connected) await Promise.all(all.map((each) => each.drain().catch(() => undefined)));
  }

  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    this.#abandonRequests();
    await this.connection.close();
  }

  /** One write per event-loop turn saves server wake-ups. Throws when a message is too long for the server. */
  #enqueue(subject: string, data: Uint8Array, options?: PublishOptions): void {
    const longest = this.connection.info?.max_payload ?? Infinity;
    if (data.length > longest) throw new RangeError(`a message of ${data.length} bytes; the server takes ${longest}`);
    if (this.#outgoing.push({ subject, data, options }) > 1) return;
    this.#outgoingSince = performance.now();
    setImmediate(() => this.#sendAll());
  }

  #sendAll(): void {
    const outgoing = this.#outgoing;
    if (outgoing.length === 0) return;
    this.#outgoing = [];
    const waitedMs = performance.now() - this.#outgoingSince;
    if (!this.connected) return;
    if (waitedMs > STALE_AFTER_MS)
      return this.log.warn(
        { messages: outgoing.length, waitedMs },
        'the process was suspended: queued messages were dropped',
      );
    for (const { subject, data, options } of outgoing)
      try {
        this.connection.publish(subject, data, options);
      } catch (error) {
        this.log.error({ subject, err: error }, 'a message could not be sent');
      }
  }

  #received(message: Msg): BusMessage {
    const { subject, data, reply } = message;
    const traceParent = message.headers?.get(TRACE_PARENT) || undefined;
    if (!reply) return { subject, data, traceParent };
    return { subject, data, traceParent, respond: (answer) => void this.publish(reply, answer) };
  }

  #onReply(message: Msg): void {
    const waiting = this.#pending.get(message.subject);
    if (!waiting) return;
    this.#pending.delete(message.subject);
    clearTimeout(waiting.timer);
    if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
      waiting.reject(new BusError('no-responders'));
    } else waiting.resolve(message.data);
  }

  async #followStatus(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        this.log.warn('the connection to the bus was lost');
        this.#abandonRequests();
      } else if (status.type === 'reconnect') {
        this.#isUp = true;
        this.log.info('reconnected to the bus');
        for (const listener of this.#reconnectListeners) listener();
      } else if (status.type === 'error' && status.error instanceof errors.PermissionViolationError)
        this.#onPermissionError(status.error);
    }
  }

  /** Logged once per kind of subject: wrong user in NATS_URL, or outdated server configuration. */
  #onPermissionError({ operation, subject }: PermissionViolationError): void {
    const kind = `${operation} ${subject.split('.', 2).join('.')}`;
    if (this.#deniedKinds.has(kind)) return;
    this.#deniedKinds.add(kind);
    this.log.error({ operation, subject }, 'the NATS server does not permit this user to use a subject');
  }

  #abandonRequests(): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new BusError('disconnected'));
    }
    this.#pending.clear();
  }
}
