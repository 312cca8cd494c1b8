export type TraceParent = string;

/** Our ids and names only; never a token, a password, an e-mail address or user input. */
export type SpanFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  readonly traceParent: TraceParent;
  set(fields: SpanFields): void;
  /** Call once; with a code the work failed or was refused. */
  end(code?: string): void;
}

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Default: the current span. Null: start a new trace. */
  readonly parent?: TraceParent | undefined | null;
  readonly fields?: SpanFields;
}

/** Without a collector nothing is loaded and `start` returns undefined: callers write `span?.end()`. */
export interface Tracing {
  readonly isOn: boolean;
  start(name: string, options?: SpanOptions): Span | undefined;
  run<T>(parent: TraceParent | undefined, work: () => T): T;
  readonly current: TraceParent | undefined;
}

export const NO_TRACING: Tracing = {
  isOn: false,
  start: () => undefined,
  run: (_, work) => work(),
  current: undefined,
};

export interface ProcessTracing {
  of(service: string): Tracing;
  /** Throws while the last export failed. */
  readonly check?: () => void;
  /** Flushes for at most 400 ms. */
  close(): Promise<void>;
}
