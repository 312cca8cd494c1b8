import type { Call, Refusal, ReplyOf, RequestOf } from '@earworm/contracts';
import type { TraceParent } from '../tracing/tracing.js';

/** A request or reply that stays in this process and is passed as it is. Neither side changes it. */
export class LocalValue {
  constructor(readonly value: unknown) {}
}

export type Payload = Uint8Array | LocalValue;

export interface BusMessage<Data extends Payload = Uint8Array> {
  readonly subject: string;
  readonly data: Data;
  readonly traceParent?: TraceParent | undefined;
  respond?(data: Data): void;
}

export interface Subscription {
  unsubscribe(): void;
}

/** Bytes on dotted subjects; in subscriptions `*` matches one token, `>` the rest. */
export interface Transport {
  /** At most once, ordered per subject and sender. False when known to be lost. */
  publish(subject: string, data: Uint8Array, traceParent?: TraceParent): boolean;
  /** With `queue`, one member of the group gets each message. The handler runs synchronously, in order. */
  subscribe(subject: string, handler: (message: BusMessage) => void, options?: { queue?: string }): Subscription;
  /** Rejects with BusError `no-responders`, `time-out` or `disconnected`. */
  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: TraceParent): Promise<Uint8Array>;
  /** Messages published while disconnected may be lost. Returns an unsubscribe function. */
  onReconnect(listener: () => void): () => void;
  readonly connected: boolean;
  flush(): Promise<void>;
  /** Stops receiving, waits for running handlers (default 5 s), disconnects. */
  drain(waitMs?: number): Promise<void>;
}

export class BusError extends Error {
  override readonly name = 'BusError';
  constructor(readonly reason: 'no-responders' | 'time-out' | 'disconnected') {
    super(`bus: ${reason}`);
  }

  get code(): 'busy' | 'unavailable' {
    return this.reason === 'time-out' ? 'busy' : 'unavailable';
  }
}

export interface CallOptions {
  readonly timeoutMs?: number;
}

export class EncodedReply {
  constructor(readonly json: string) {}
}

export interface Bus extends Transport {
  call<C extends Call>(call: C, input: RequestIn<C>, options?: CallOptions): Promise<ReplyOf<C>>;
  /**
   * Answers a call. RefusedError refuses; BusError becomes `busy` or `unavailable`; other errors are logged and
   * answered `internal`. Undefined sends no reply (a shard was lost). Default queue group: the subject; `null`: plain
   * subscription.
   */
  serve<C extends Call>(
    call: C,
    handler: (
      input: RequestOf<C>,
    ) => Promise<ReplyOf<C> | EncodedReply | undefined> | ReplyOf<C> | EncodedReply | undefined,
    options?: { queue?: string | null },
  ): Subscription;
}

export type RequestIn<C extends Call> = C extends { readonly byReference: true }
  ? RequestOf<C>
  : import('zod').input<C['request']>;

export type ReplyEnvelope = { ok: true; value: unknown } | ({ ok: false } & Refusal);

/** A transport that shuts down in two steps, so that calls in progress can still reply. */
export interface TransportAdapter extends Omit<Transport, 'drain' | 'subscribe' | 'request'> {
  /** Takes `LocalValue`s as requests and replies. */
  readonly isLocal?: true;
  subscribe(
    subject: string,
    handler: (message: BusMessage<Payload>) => void,
    options?: { queue?: string },
  ): Subscription;
  request(subject: string, data: Payload, timeoutMs: number, traceParent?: TraceParent): Promise<Payload>;
  /** Receives nothing new; resolves when received messages were handed over. */
  stop(): Promise<void>;
  /** Resolves when published messages are sent; later uses fail as `disconnected`. */
  close(): Promise<void>;
}
