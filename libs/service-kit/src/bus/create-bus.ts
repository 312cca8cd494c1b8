import { type ErrorCode, isErrorCode, RefusedError, type Call, type ReplyOf } from '@earworm/contracts';
import type { Logger } from 'pino';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { currentTraceParent, idsOf, runWithRequestIds, type RequestIds } from '../log/log.js';
import { NO_TRACING, type Tracing } from '../tracing/tracing.js';
import { type TransportAdapter, BusError, type Bus, type BusMessage, type ReplyEnvelope } from './port.js';
import { type BusMetrics, NO_BUS_METRICS, outcomeOf } from './bus-metrics.js';
import { accepted, decode, encode, isLarge, refusal, valueTextOf } from './codec.js';

const DEFAULT_TIMEOUT_MS = 800;
/** Requests in progress per `serve`; the next is refused `busy`. */
const MAX_IN_PROGRESS = 4096;
const DRAIN_WAIT_MS = 5000;

/** The receiver validates: a bad request is refused `bad-request`, a bad reply is `internal`. */
export function createBus(
  adapter: TransportAdapter,
  log: Logger,
  tracing: Tracing = NO_TRACING,
  metrics: BusMetrics = NO_BUS_METRICS,
): Bus {
  const transport = tracing.isOn ? traceTransport(adapter, tracing) : adapter;
  let running = 0;
  let onIdle: (() => void) | undefined;
  const ended = () => {
    running -= 1;
    if (running === 0) onIdle?.();
  };

  const logInvalid = (subject: string, what: string, error: z.ZodError) =>
    log.warn({ subject, paths: error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`) }, what);

  function open<C extends Call>(call: C, envelope: ReplyEnvelope): ReplyOf<C> {
    if (!envelope.ok) throw new RefusedError(isErrorCode(envelope.code) ? envelope.code : 'internal', envelope.params);
    const reply = call.reply.safeParse(envelope.value);
    if (reply.success) return reply.data as ReplyOf<C>;
    logInvalid(call.subject, 'a reply does not match its schema', reply.error);
    throw new RefusedError('internal');
  }

  function refuse(call: Call, error: unknown, ids: () => RequestIds): Uint8Array {
    if (error instanceof RefusedError) return refusal({ code: error.code, params: error.params });
    if (error instanceof BusError) {
      log.warn({ ...ids(), subject: call.subject, err: error }, 'a call failed because a nested call was not answered');
      return refusal({ code: error.code });
    }
    log.error({ ...ids(), subject: call.subject, err: error }, 'a call failed');
    return refusal({ code: 'internal' });
  }

  async function request({ subject }: Call, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    try {
      return await transport.request(subject, data, timeoutMs, currentTraceParent());
    } catch (error) {
      if (error instanceof BusError) metrics.unanswered(subject, error.reason);
      throw error;
    }
  }

  return {
    get connected() {
      return transport.connected;
    },
    publish: (subject, data, traceParent) => transport.publish(subject, data, traceParent),
    subscribe: (subject, handler, options) => transport.subscribe(subject, handler, options),
    request: (subject, data, timeoutMs, traceParent) => transport.request(subject, data, timeoutMs, traceParent),
    onReconnect: (listener) => transport.onReconnect(listener),
    flush: () => transport.flush(),

    async call(call, input, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      const reply = await request(call, encode(input), timeoutMs);
      const envelope = decode(reply) as ReplyEnvelope;
      if (isLarge(reply)) await nextTurn();
      return open(call, envelope);
    },

    async callWithText(call, json, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      const reply = await request(call, Buffer.from(json), timeoutMs);
      return valueTextOf(reply) ?? JSON.stringify(open(call, decode(reply) as ReplyEnvelope));
    },

    serve(call, handler, { queue = call.subject } = {}) {
      let inProgress = 0;
      const served = metrics.served(call.subject);
      const answer = (message: BusMessage) => {
        // Shard owners need their messages in order.
        if (queue === null || !isLarge(message.data)) return take(message, parse(call, message.data));
        running += 1;
        void parseInTurns(call, message.data)
          .then((request) => take(message, request))
          .finally(ended);
      };
      const take = (message: BusMessage, request: Parsed) => {
        if (!request.success) {
          if (request.error) logInvalid(call.subject, 'a request does not match its schema', request.error);
          return message.respond?.(refusal({ code: 'bad-request' }));
        }
        const startedAt = performance.now();
        if (inProgress >= MAX_IN_PROGRESS) {
          served('busy', 0);
          return message.respond?.(refusal({ code: 'busy' }));
        }
        // Lazy: a buzz logs nothing and pays nothing.
        const ids = () => idsOf(request.data, message.traceParent);
        const record = (code?: ErrorCode) => {
          const ms = performance.now() - startedAt;
          served(code === undefined ? 'ok' : outcomeOf(code), ms);
          if (log.isLevelEnabled('debug'))
            log.debug({ ...ids(), subject: call.subject, code, ms: Math.round(ms) }, 'call answered');
        };
        const settle = (value: unknown) => {
          record();
          if (value !== undefined) message.respond?.(accepted(value));
        };
        const fail = (error: unknown) => {
          record(error instanceof RefusedError || error instanceof BusError ? error.code : 'internal');
          message.respond?.(refuse(call, error, ids));
        };
        try {
          const work = () => handler(request.data as Parameters<typeof handler>[0]);
          // A shard owner's batch belongs to no single request.
          const result = queue === null ? work() : runWithRequestIds(ids(), message.traceParent, work);
          if (!(result instanceof Promise)) return settle(result);
          inProgress += 1;
          running += 1;
          void result
            .then(settle)
            .catch(fail)
            .finally(() => {
              inProgress -= 1;
              ended();
            });
        } catch (error) {
          fail(error);
        }
      };
      return transport.subscribe(call.subject, answer, queue === null ? {} : { queue });
    },

    async drain(waitMs = DRAIN_WAIT_MS) {
      await transport.stop();
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
      const idle = new Promise<void>((resolve) => (onIdle = resolve));
      if (running > 0) await Promise.race([idle, timeUp]);
      clearTimeout(timer);
      if (running > 0) log.warn({ calls: running }, 'disconnecting from the bus with unanswered calls');
      await transport.close();
    },
  };
}

type Parsed = { success: true; data: unknown } | { success: false; error?: z.ZodError };

function parse(call: Call, data: Uint8Array): Parsed {
  try {
    return call.request.safeParse(decode(data));
  } catch {
    return { success: false };
  }
}

async function parseInTurns(call: Call, data: Uint8Array): Promise<Parsed> {
  try {
    const value = decode(data);
    await nextTurn();
    const parsed = call.request.safeParse(value);
    await nextTurn();
    return parsed;
  } catch {
    return { success: false };
  }
}

function traceTransport(transport: TransportAdapter, tracing: Tracing): TransportAdapter {
  const handle = (message: BusMessage, handler: (message: BusMessage) => void) => {
    const { subject, traceParent: parent, respond } = message;
    // Also without a parent: a handler in the same process must leave the caller's trace.
    if (parent === undefined || respond === undefined) return tracing.run(parent, () => handler(message));
    const span = tracing.start(subject, { kind: 'server', parent });
    const answer = (data: Uint8Array) => {
      respond.call(message, data);
      span?.end();
    };
    tracing.run(span?.traceParent, () => handler({ ...message, traceParent: span?.traceParent, respond: answer }));
  };

  const request: TransportAdapter['request'] = async (subject, data, timeoutMs, parent = tracing.current) => {
    if (parent === undefined) return transport.request(subject, data, timeoutMs);
    const span = tracing.start(`call ${subject}`, { kind: 'client', parent });
    try {
      const reply = await transport.request(subject, data, timeoutMs, span?.traceParent);
      span?.end();
      return reply;
    } catch (error) {
      span?.end(error instanceof BusError ? error.reason : 'internal');
      throw error;
    }
  };

  return {
    get connected() {
      return transport.connected;
    },
    publish: (subject, data, traceParent) => transport.publish(subject, data, traceParent),
    subscribe: (subject, handler, options) =>
      transport.subscribe(subject, (message) => handle(message, handler), options),
    request,
    onReconnect: (listener) => transport.onReconnect(listener),
    flush: () => transport.flush(),
    stop: () => transport.stop(),
    close: () => transport.close(),
  };
}
