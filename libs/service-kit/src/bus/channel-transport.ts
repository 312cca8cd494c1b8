import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createLog } from '../log/log.js';
import type { Tracing } from '../tracing/tracing.js';
import { busMetrics } from './bus-metrics.js';
import { type Channel, type Frame, Kind, Outbox } from './channel.js';
import { createBus } from './create-bus.js';
import { BusError, type Bus, type BusMessage, type Subscription, type TransportAdapter } from './port.js';

type Handler = (message: BusMessage) => void;

interface PendingRequest {
  readonly resolve: (data: Uint8Array) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: NodeJS.Timeout;
}

/** The bus of another process, which serves it with `serveChannel`. */
class ChannelTransport implements TransportAdapter {
  readonly #outbox: Outbox;
  readonly #handlers = new Map<number, Handler>();
  readonly #pending = new Map<number, PendingRequest>();
  readonly #flushes = new Map<number, () => void>();
  #ids = 0;
  #isOpen = true;

  constructor(
    channel: Channel,
    private readonly log: Logger,
  ) {
    this.#outbox = new Outbox(channel);
    channel.onFrames((frames) => {
      for (const frame of frames) this.#take(frame);
    });
    channel.onClose(() => this.#end());
  }

  get connected(): boolean {
    return this.#isOpen;
  }

  publish(subject: string, data: Uint8Array, traceParent?: string): boolean {
    return this.#isOpen && this.#outbox.add([Kind.publish, subject, Buffer.from(data), traceParent]);
  }

  subscribe(subject: string, handler: Handler, { queue }: { queue?: string } = {}): Subscription {
    const id = ++this.#ids;
    this.#handlers.set(id, handler);
    this.#outbox.add([Kind.subscribe, id, subject, queue]);
    return {
      unsubscribe: () => {
        if (this.#handlers.delete(id)) this.#outbox.add([Kind.unsubscribe, id]);
      },
    };
  }

  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: string): Promise<Uint8Array> {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      const isSent =
        this.#isOpen && this.#outbox.add([Kind.request, id, subject, Buffer.from(data), timeoutMs, traceParent]);
      if (!isSent) return reject(new BusError('disconnected'));
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new BusError('time-out'));
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
    });
  }

  /** Never: when the channel closes, its process ends. */
  onReconnect(): () => void {
    return () => undefined;
  }

  flush(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    const id = ++this.#ids;
    return new Promise((resolve) => {
      this.#flushes.set(id, resolve);
      this.#outbox.add([Kind.flush, id]);
      this.#outbox.flush();
    });
  }

  async stop(): Promise<void> {
    for (const id of this.#handlers.keys()) this.#outbox.add([Kind.unsubscribe, id]);
    // What was delivered before arrives before this resolves.
    await this.flush();
    this.#handlers.clear();
  }

  async close(): Promise<void> {
    await this.flush();
    this.#end();
  }

  #take(frame: Frame): void {
    if (!this.#isOpen) return;
    switch (frame[0]) {
      case Kind.deliver:
        return this.#deliver(frame);
      case Kind.reply:
        return this.#settle(frame[1])?.resolve(frame[2]);
      case Kind.failure:
        return this.#settle(frame[1])?.reject(new BusError(frame[2]));
      case Kind.flushed:
        this.#flushes.get(frame[1])?.();
        this.#flushes.delete(frame[1]);
    }
  }

  #deliver([, subscription, subject, data, traceParent, request]: Extract<
    Frame,
    readonly [typeof Kind.deliver, ...unknown[]]
  >): void {
    const respond =
      request === undefined
        ? undefined
        : (reply: Uint8Array) => void (this.#isOpen && this.#outbox.add([Kind.reply, request, Buffer.from(reply)]));
    try {
      this.#handlers.get(subscription)?.({ subject, data, traceParent, ...(respond && { respond }) });
    } catch (error) {
      this.log.error({ subject, err: error }, 'a handler of a bus subscription failed');
    }
  }

  #settle(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  #end(): void {
    this.#isOpen = false;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new BusError('disconnected'));
    }
    this.#pending.clear();
    for (const resolve of this.#flushes.values()) resolve();
    this.#flushes.clear();
  }
}

export interface ChannelBusOptions {
  readonly channel: Channel;
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly metrics?: Registry;
}

export const connectChannelBus = ({ channel, log = createLog('bus'), tracing, metrics }: ChannelBusOptions): Bus =>
  createBus(new ChannelTransport(channel, log), log, tracing, metrics && busMetrics(metrics));
