import type { Call, Refusal, ReplyOf, RequestOf } from '@earworm/contracts';
import type { TraceParent } from '../tracing/port.js';

export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Whose trace it belongs to, when its sender records one. Beside the bytes: no schema knows of it. */
  readonly traceParent?: TraceParent | undefined;
  /** Present when the sender waits for a reply. */
  respond?(data: Uint8Array): void;
}

export interface Subscription {
  /** No message is delivered after this returns. */
  unsubscribe(): void;
}

/** The wire as every adapter offers it: bytes on dotted subjects; `*` matches one token of a subscription, `>` the rest. */
export interface Wire {
  /** At most once, in order per subject and sender. False when it is known to be lost (not connected). */
  publish(subject: string, data: Uint8Array, traceParent?: TraceParent): boolean;
  /** With `queue`, each message goes to one member of that group. The handler is called synchronously, in order. */
  subscribe(subject: string, handler: (message: BusMessage) => void, options?: { queue?: string }): Subscription;
  /** Rejects with BusError `no-responders`, `time-out` or `disconnected`. */
  request(subject: string, data: Uint8Array, timeoutMs: number, traceParent?: TraceParent): Promise<Uint8Array>;
  /** Called after every reconnect: whatever was published meanwhile may be lost. Returns the way to stop listening. */
  onReconnect(listener: () => void): () => void;
  readonly connected: boolean;
  /** Resolves when everything published so far has left this process. */
  flush(): Promise<void>;
  /** Stops taking messages, finishes what was delivered, for which it waits at most 5 s or so many ms, disconnects. */
  drain(waitMs?: number): Promise<void>;
}

export class BusError extends Error {
  override readonly name = 'BusError';
  constructor(readonly reason: 'no-responders' | 'time-out' | 'disconnected') {
    super(`bus: ${reason}`);
  }

  /** What somebody who waits for it is told: who does not answer in time has too much to do. */
  get code(): 'busy' | 'unavailable' {
    return this.reason === 'time-out' ? 'busy' : 'unavailable';
  }
}

export interface CallOptions {
  /** Default 800 ms. */
  readonly timeoutMs?: number;
}

/** A reply whose JSON text is there already: what a database has put together is not read only to be written again. */
export class EncodedReply {
  constructor(readonly json: string) {}
}

/** Typed calls over a wire. Each end checks the schema of what it receives. */
export interface Bus extends Wire {
  /** Resolves with the reply. Throws RefusedError for a refusal of the callee, BusError for the wire's. */
  call<C extends Call>(call: C, input: RequestIn<C>, options?: CallOptions): Promise<ReplyOf<C>>;
  /**
   * As `call`, for what is only passed on: takes the request's JSON text, resolves with that of the reply. Nothing is parsed
   * or checked here; the receiver of the request checks it.
   */
  callWithText(call: Call, json: string, options?: CallOptions): Promise<string>;
  /**
   * Answers a call. A handler that throws RefusedError refuses, and one that throws the BusError of a further call says
   * `busy` or `unavailable`; anything else thrown is logged and answered `internal`.
   * Returning undefined stays silent, as an owner does that has just lost its shard. Default: a queue group named after
   * the subject; `queue: null` makes a plain subscription.
   */
  serve<C extends Call>(
    call: C,
    handler: (
      input: RequestOf<C>,
    ) => Promise<ReplyOf<C> | EncodedReply | undefined> | ReplyOf<C> | EncodedReply | undefined,
    options?: { queue?: string | null },
  ): Subscription;
}

/** A request as its caller writes it: defaults may be left out, brands are made by the schema. */
export type RequestIn<C extends Call> = import('zod').input<C['request']>;

/** How a reply travels. */
export type ReplyEnvelope = { ok: true; value: unknown } | ({ ok: false } & Refusal);
