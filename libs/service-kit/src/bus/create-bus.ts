import { type ErrorCode, isErrorCode, type Refusal, RefusedError, type Call, type ReplyOf } from '@earworm/contracts';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { currentTraceParent, idsOf, runWithRequestIds, type RequestIds } from '../log/log.js';
import { NO_TRACING, type Tracing } from '../tracing/tracing.js';
import {
  type TransportAdapter,
  BusError,
  type Bus,
  type BusMessage,
  EncodedReply,
  LocalValue,
  type Payload,
  type ReplyEnvelope,
  type RequestIn,
} from './port.js';
import { type BusMetrics, NO_BUS_METRICS, outcomeOf } from './bus-metrics.js';
import { traceTransport } from './trace-transport.js';
import { accepted, decode, encode, encodeMessage, encodePayload, refusal } from './codec.js';

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

  function accept(envelope: ReplyEnvelope): unknown {
    if (envelope.ok) return envelope.value;
    throw new RefusedError(isErrorCode(envelope.code) ? envelope.code : 'internal', envelope.params);
  }

  function open<C extends Call>(call: C, envelope: ReplyEnvelope): ReplyOf<C> {
    const reply = call.reply.safeParse(accept(envelope));
    if (reply.success) return reply.data as ReplyOf<C>;
    logInvalid(call.subject, 'a reply does not match its schema', reply.error);
    throw new RefusedError('internal');
  }

  function refusalOf(call: Call, error: unknown, ids: () => RequestIds): Refusal {
    if (error instanceof RefusedError) return { code: error.code, params: error.params };
    if (error instanceof BusError) {
      log.warn({ ...ids(), subject: call.subject, err: error }, 'a call failed because a nested call was not answered');
      return { code: error.code };
    }
    log.error({ ...ids(), subject: call.subject, err: error }, 'a call failed');
    return { code: 'internal' };
  }

  /** Settles with what `read` makes of the reply; not an async function, which would add promises to each command. */
  function request<T>(
    { subject }: Call,
    data: Payload,
    timeoutMs: number,
    read: (reply: Payload) => T | Promise<T>,
  ): Promise<T> {
    return transport.request(subject, data, timeoutMs, currentTraceParent()).then(read, (error: unknown) => {
      if (error instanceof BusError) metrics.unanswered(subject, error.reason);
      throw error;
    });
  }

  return {
    get connected() {
      return transport.connected;
    },
    publish: (subject, data, traceParent) => transport.publish(subject, data, traceParent),
    subscribe: (subject, handler, options) =>
      transport.subscribe(subject, (message) => handler(encodeMessage(message)), options),
    request: (subject, data, timeoutMs, traceParent) =>
      transport.request(subject, data, timeoutMs, traceParent).then(encodePayload),
    onReconnect: (listener) => transport.onReconnect(listener),
    flush: () => transport.flush(),

    call<C extends Call>(call: C, input: RequestIn<C>, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}): Promise<ReplyOf<C>> {
      const isLocal = call.byReference === true && transport.isLocal === true;
      return request<ReplyOf<C>>(call, isLocal ? new LocalValue(input) : encode(input), timeoutMs, (reply) => {
        if (reply instanceof LocalValue) return accept(reply.value as ReplyEnvelope) as ReplyOf<C>;
        return open(call, decode(reply) as ReplyEnvelope);
      });
    },

    serve(call, handler, { queue = call.subject } = {}) {
      let inProgress = 0;
      const served = metrics.served(call.subject);
      const answer = (message: BusMessage<Payload>) => {
        const { data } = message;
        take(message, data instanceof LocalValue ? { success: true, data: data.value } : parse(call, data));
      };
      const take = (message: BusMessage<Payload>, request: Parsed) => {
        if (!request.success) {
          if (request.error) logInvalid(call.subject, 'a request does not match its schema', request.error);
          return refuse(message, { code: 'bad-request' });
        }
        const startedAt = performance.now();
        if (inProgress >= MAX_IN_PROGRESS) {
          served('busy', 0);
          return refuse(message, { code: 'busy' });
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
          if (value !== undefined) reply(message, value);
        };
        const fail = (error: unknown) => {
          record(error instanceof RefusedError || error instanceof BusError ? error.code : 'internal');
          refuse(message, refusalOf(call, error, ids));
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

/** Replies by reference to a request by reference. */
function reply(message: BusMessage<Payload>, value: unknown): void {
  const isLocal = message.data instanceof LocalValue && !(value instanceof EncodedReply);
  message.respond?.(isLocal ? new LocalValue({ ok: true, value } satisfies ReplyEnvelope) : accepted(value));
}

function refuse(message: BusMessage<Payload>, refused: Refusal): void {
  const isLocal = message.data instanceof LocalValue;
  message.respond?.(isLocal ? new LocalValue({ ok: false, ...refused } satisfies ReplyEnvelope) : refusal(refused));
}

type Parsed = { success: true; data: unknown } | { success: false; error?: z.ZodError };

function parse(call: Call, data: Uint8Array): Parsed {
  try {
    return call.request.safeParse(decode(data));
  } catch {
    return { success: false };
  }
}
