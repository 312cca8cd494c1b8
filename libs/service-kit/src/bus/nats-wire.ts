import {
  createInbox,
  Events,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
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
/** The name that the W3C gave it; whoever does not know it reads the message all the same. */
const TRACE_PARENT = 'traceparent';

function traced(traceParent: string): MsgHdrs {
  const all = headers();
  all.set(TRACE_PARENT, traceParent);
  return all;
}

/** One NATS connection. Replies come in on one inbox subscription, so a request costs no subscription of its own. */
export class NatsWire implements WireAdapter {
  private readonly subscriptions = new Set<NatsSubscription>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly reconnectListeners = new Set<() => void>();
  private readonly inbox = createInbox();
  private requests = 0;
  private isUp = true;
  private isClosed = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly log: Logger,
  ) {
    connection.subscribe(`${this.inbox}.*`, { callback: (_, message) => this.answered(message) });
    void this.watch();
  }

  get connected(): boolean {
    return this.isUp && !this.isClosed;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    if (!this.connected) return false;
    this.connection.publish(subject, data, traceParent === undefined ? undefined : { headers: traced(traceParent) });
    return true;
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, { queue }: { queue?: string } = {}): Subscription {
    let isOver = false;
    const subscription = this.connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error) return this.log.error({ subject, err: error }, 'a bus subscription was refused');
        if (isOver) return;
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
        this.connection.publish(
          subject,
          data,
          traceParent === undefined ? { reply } : { reply, headers: traced(traceParent) },
        );
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
      }
    }
  }

  private abandonRequests(): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new BusError('disconnected'));
    }
    this.waiting.clear();
  }
}
