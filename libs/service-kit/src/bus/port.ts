import type { Call, Refusal, ReplyOf, RequestOf } from '@earworm/contracts';
import type { TraceParent } from '../tracing/tracing.js';

export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly traceParent?: TraceParent | undefined;
  respond?(data: Uint8Array): void;
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
  /** As `call` with JSON texts passed through; only the callee validates. */
  callWithText(call: Call, json: string, options?: CallOptions): Promise<string>;
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

export type RequestIn<C extends Call> = import('zod').input<C['request']>;

export type ReplyEnvelope = { ok: true; value: unknown } | ({ ok: false } & Refusal);

/** A transport that shuts down in two steps, so that calls in progress can still reply. */
export interface TransportAdapter extends Omit<Transport, 'drain'> {
  /** Receives nothing new; resolves when received messages were handed over. */
  stop(): Promise<void>;
  /** Resolves when published messages are sent; later uses fail as `disconnected`. */
  close(): Promise<void>;
}
