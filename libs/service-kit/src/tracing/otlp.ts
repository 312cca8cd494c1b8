import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Tracer } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ProcessTracing, Span, SpanFields, SpanOptions, TraceParent, Tracing } from './tracing.js';

export interface OtlpOptions {
  readonly endpoint: string;
  /** Share of new traces recorded, 0 to 1; incoming traces keep their decision. */
  readonly ratio: number;
}

const MAX_WAITING = 8_192;
const SEND_EVERY_MS = 1_000;
const SEND_WITHIN_MS = 3_000;
const CLOSE_WITHIN_MS = 400;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

export function openOtlp({ endpoint, ratio }: OtlpOptions): ProcessTracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_WITHIN_MS,
  });
  let failed: Error | undefined;
  const processor = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          failed =
            result.code === ExportResultCode.SUCCESS
              ? undefined
              : (result.error ?? new Error('the collector refused the export'));
          done(result);
        }),
      forceFlush: () => exporter.forceFlush(),
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: MAX_WAITING,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  });
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  // Per process: with an in-process bus one service runs inside another.
  const running = new AsyncLocalStorage<TraceParent | undefined>();
  return {
    of(service) {
      const resource = resourceFromAttributes({ 'service.name': service, 'service.namespace': 'earworm' });
      const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
      return tracingWith(provider.getTracer('earworm'), running);
    },
    check: () => {
      if (failed !== undefined) throw failed;
    },
    close: () => Promise.race([processor.shutdown().catch(() => undefined), after(CLOSE_WITHIN_MS)]),
  };
}

const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

const tracingWith = (tracer: Tracer, running: AsyncLocalStorage<TraceParent | undefined>): Tracing => ({
  isOn: true,
  get current() {
    return running.getStore();
  },
  run: (parent, work) => running.run(parent, work),
  start(name, { kind = 'internal', parent = running.getStore(), fields = {} }: SpanOptions = {}): Span {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: present(fields) }, contextOf(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceParent: `00-${traceId}-${spanId}-${(traceFlags & 1) === 1 ? '01' : '00'}`,
      set: (more) => void span.setAttributes(present(more)),
      end: (code) => {
        if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
        span.end();
      },
    };
  },
});

/** An invalid traceparent starts a new trace. */
function contextOf(parent: TraceParent | undefined | null): Context {
  const cause = parent ? parseTraceParent(parent) : null;
  return cause ? trace.setSpanContext(ROOT_CONTEXT, { ...cause, isRemote: true }) : ROOT_CONTEXT;
}

const present = (fields: SpanFields): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
