/** A W3C `traceparent`: which trace and which span of it something belongs to, and whether it is recorded. */
export type TraceParent = string;

/** Ids and names of ours; never a token, a password, an e-mail address or what a person typed. */
export type SpanFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** One piece of work with a beginning and an end. */
export interface Span {
  readonly traceParent: TraceParent;
  set(fields: SpanFields): void;
  /** Once. With a code the work has failed or was refused. */
  end(code?: string): void;
}

export interface SpanOptions {
  /** `server` and `consumer` were caused by another process, `client` and `producer` cause something there. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** What caused it; default: the span that runs now. Null: nothing did, a new trace begins. */
  readonly parent?: TraceParent | undefined | null;
  readonly fields?: SpanFields;
}

/**
 * Follows work through services. Without a collector nothing is loaded, `start` gives undefined and nothing is paid for:
 * callers write `span?.end()`.
 */
export interface Tracing {
  readonly isOn: boolean;
  start(name: string, options?: SpanOptions): Span | undefined;
  /** Runs the work, and what it awaits, as part of a span; of none when undefined. */
  run<T>(parent: TraceParent | undefined, work: () => T): T;
  /** What runs now is part of. */
  readonly current: TraceParent | undefined;
}

export const NO_TRACING: Tracing = {
  isOn: false,
  start: () => undefined,
  run: (_, work) => work(),
  current: undefined,
};

/** The tracing of one process. */
export interface ProcessTracing {
  /** One service's: spans carry its name. */
  of(service: string): Tracing;
  /** Throws while what was sent last did not arrive. Undefined without a collector. */
  readonly check?: () => void;
  /** Sends what is still waiting, for 400 ms at most; what is not sent by then is lost. */
  close(): Promise<void>;
}
