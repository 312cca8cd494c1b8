import {
  createInbox,
  Events,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type PublishOptions,
  type Status,
  type Subscription as NatsSubscription,
} from 'nats';
import type { Logger } from 'pino';
import type { WireAdapter } from './adapter.js';
import { BusError, type BusMessage, type Subscription } from './port.js';

interface Waiting {
  readonly resolve: (data: Uint8Array) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: NodeJS.Timeout;
}

/** Status of a message without body that says "nobody is subscribed". */
const NO_RESPONDERS = 503;
/** The name that the W3C gave it; a receiver that does not know it reads the message all the same. */
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

/** A process that stood still for this long between saying and sending: by now nobody waits for what it said. */
const STALE_AFTER_MS = 1_000;

/** One NATS connection. Replies come in on one inbox subscription, so a request costs no subscription of its own. */
export class NatsWire implements WireAdapter {
  private readonly subscriptions = new Set<NatsSubscription>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly reconnectListeners = new Set<() => void>();
  private readonly inbox: string;
  private readonly forbiddenKinds = new Set<string>();
  private requests = 0;
  /** What this turn of the event loop has said so far; empty between two turns. */
  private outgoing: Outgoing[] = [];
  private outgoingSince = 0;
  private isUp = true;
  private isClosed = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly log: Logger,
    inboxPrefix: string,
  ) {
    this.inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        // The server forbids it: `watch` logs that.
        if (!error) this.answered(message);
      },
    });
    void this.watch();
  }

  get connected(): boolean {
    return this.isUp && !this.isClosed;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected) return false;
    this.say(subject, data, traceParent === undefined ? undefined : { headers: traced(traceParent) });
    return true;
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, { queue }: { queue?: string } = {}): Subscription {
    let isOver = false;
    const subscription = this.connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error || isOver) return;
        try {
          handler(this.received(message));
        } catch (failure) {
          this.log.error({ subject, err: failure }, 'a bus subscription failed');
        }
      },
    });
    this.subscriptions.add(subscription);
    return {
      unsubscribe: () => {
        isOver = true;
        this.subscriptions.delete(subscription);
        subscription.unsubscribe();
      },
    };
  }

  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: string): Promise<Uint8Array> {
    if (!this.connected) return Promise.reject(new BusError('disconnected'));
    const reply = `${this.inbox}.${++this.requests}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(reply);
        reject(new BusError('time-out'));
      }, timeoutMs);
      this.waiting.set(reply, { resolve, reject, timer });
      try {
        this.say(subject, data, traceParent === undefined ? { reply } : { reply, headers: traced(traceParent) });
      } catch (error) {
        // Longer than the server takes: nobody will answer what was never sent.
        clearTimeout(timer);
        this.waiting.delete(reply);
        reject(error as Error);
      }
    });
  }

  onReconnect(listener: () => void): () => void {
    this.reconnectListeners.add(listener);
    return () => void this.reconnectListeners.delete(listener);
  }

  async flush(): Promise<void> {
    this.sendAll();
    // What a lost connection had not sent yet is lost: there is nothing left to wait for.
    if (this.connected) await this.connection.flush().catch(() => undefined);
  }

  async stop(): Promise<void> {
    const all = [...this.subscriptions];
    this.subscriptions.clear();
    if (this.connected) await Promise.all(all.map((each) => each.drain().catch(() => undefined)));
  }

  async close(): Promise<void> {
    await this.flush();
    this.isClosed = true;
    this.abandonRequests();
    await this.connection.close();
  }

  /**
   * Everything of one turn leaves in one write: a write for each message would wake the server for each, which under load
   * costs more than the message. Throws for what is longer than the server takes.
   */
  private say(subject: string, data: Uint8Array, options?: PublishOptions): void {
    const longest = this.connection.info?.max_payload ?? Infinity;
    if (data.length > longest) throw new RangeError(`a message of ${data.length} bytes; the server takes ${longest}`);
    if (this.outgoing.push({ subject, data, options }) > 1) return;
    this.outgoingSince = performance.now();
    setImmediate(() => this.sendAll());
  }

  private sendAll(): void {
    const { outgoing } = this;
    if (outgoing.length === 0) return;
    this.outgoing = [];
    const waitedMs = performance.now() - this.outgoingSince;
    if (!this.connected) return;
    if (waitedMs > STALE_AFTER_MS)
      return this.log.warn({ messages: outgoing.length, waitedMs }, 'stood still; what was to be said is forgotten');
    for (const { subject, data, options } of outgoing)
      try {
        this.connection.publish(subject, data, options);
      } catch (error) {
        this.log.error({ subject, err: error }, 'a message could not be sent');
      }
  }

  private received(message: Msg): BusMessage {
    const { subject, data, reply } = message;
    const traceParent = message.headers?.get(TRACE_PARENT) || undefined;
    if (!reply) return { subject, data, traceParent };
    return { subject, data, traceParent, respond: (answer) => void this.publish(reply, answer) };
  }

  private answered(message: Msg): void {
    const waiting = this.waiting.get(message.subject);
    if (!waiting) return;
    this.waiting.delete(message.subject);
    clearTimeout(waiting.timer);
    if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
      waiting.reject(new BusError('no-responders'));
    } else waiting.resolve(message.data);
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === Events.Disconnect) {
        this.isUp = false;
        this.log.warn('the bus connection is lost');
        this.abandonRequests();
      } else if (status.type === Events.Reconnect) {
        this.isUp = true;
        this.log.info('the bus connection is back');
        for (const listener of this.reconnectListeners) listener();
      } else if (status.type === Events.Error && status.permissionContext) this.forbidden(status.permissionContext);
    }
  }

  /** One line for each kind of subject: the user of NATS_URL is another service's, or the server's file is old. */
  private forbidden({ operation, subject }: NonNullable<Status['permissionContext']>): void {
    const kind = `${operation} ${subject.split('.', 2).join('.')}`;
    if (this.forbiddenKinds.has(kind)) return;
    this.forbiddenKinds.add(kind);
    this.log.error({ operation, subject }, 'the NATS server does not permit this user to use a subject');
  }

  private abandonRequests(): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new BusError('disconnected'));
    }
    this.waiting.clear();
  }
}
