import { type ErrorCode, isErrorCode, RefusedError, type Call, type Refusal, type ReplyOf } from '@earworm/contracts';
import type { Logger } from 'pino';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { currentTraceParent, idsOf, runAsRequest, type RequestIds } from '../log/request-ids.js';
import { NO_TRACING, type Tracing } from '../tracing/port.js';
import type { WireAdapter } from './adapter.js';
import { type BusMetrics, NO_BUS_METRICS, outcomeOf } from './bus-metrics.js';
import { decode, encode, isLarge, textOf } from './codec.js';
import { BusError, EncodedReply, type Bus, type BusMessage, type ReplyEnvelope } from './port.js';
import { tracedWire } from './traced-wire.js';

const DEFAULT_TIMEOUT_MS = 800;
/** Requests of one `serve` being worked on at once; the next is refused `busy`. */
const MAX_IN_PROGRESS = 4096;
/** How long a drain waits for handlers that are still at work. */
const DRAIN_WAIT_MS = 5000;

/**
 * Typed calls over a wire. The receiver checks, once: a broken request is refused `bad-request`, a reply that breaks
 * its schema is `internal`.
 */
export function makeBus(
  adapter: WireAdapter,
  log: Logger,
  tracing: Tracing = NO_TRACING,
  metrics: BusMetrics = NO_BUS_METRICS,
): Bus {
  const wire = tracing.isOn ? tracedWire(adapter, tracing) : adapter;
  let atWork = 0;
  let onIdle: (() => void) | undefined;
  const ended = () => {
    atWork -= 1;
    if (atWork === 0) onIdle?.();
  };

  const complain = (subject: string, what: string, error: z.ZodError) =>
    log.warn({ subject, paths: error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`) }, what);

  function open<C extends Call>(call: C, envelope: ReplyEnvelope): ReplyOf<C> {
    if (!envelope.ok) throw new RefusedError(isErrorCode(envelope.code) ? envelope.code : 'internal', envelope.params);
    const reply = call.reply.safeParse(envelope.value);
    if (reply.success) return reply.data as ReplyOf<C>;
    complain(call.subject, 'a reply broke its schema', reply.error);
    throw new RefusedError('internal');
  }

  function refuse(call: Call, error: unknown, ids: () => RequestIds): Uint8Array {
    if (error instanceof RefusedError) return refusal({ code: error.code, params: error.params });
    if (error instanceof BusError) {
      log.warn({ ...ids(), subject: call.subject, err: error }, 'a call waited for another one in vain');
      return refusal({ code: error.code });
    }
    log.error({ ...ids(), subject: call.subject, err: error }, 'a call failed');
    return refusal({ code: 'internal' });
  }

  async function request({ subject }: Call, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    try {
      return await wire.request(subject, data, timeoutMs, currentTraceParent());
    } catch (error) {
      if (error instanceof BusError) metrics.unanswered(subject, error.reason);
      throw error;
    }
  }

  return {
    get connected() {
      return wire.connected;
    },
    publish: (subject, data, traceParent) => wire.publish(subject, data, traceParent),
    subscribe: (subject, handler, options) => wire.subscribe(subject, handler, options),
    request: (subject, data, timeoutMs, traceParent) => wire.request(subject, data, timeoutMs, traceParent),
    onReconnect: (listener) => wire.onReconnect(listener),
    flush: () => wire.flush(),

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
        // An owner takes what comes to it in its order.
        if (queue === null || !isLarge(message.data)) return take(message, parse(call, message.data));
        atWork += 1;
        void parseInTurns(call, message.data)
          .then((request) => take(message, request))
          .finally(ended);
      };
      const take = (message: BusMessage, request: Parsed) => {
        if (!request.success) {
          if (request.error) complain(call.subject, 'a request broke its schema', request.error);
          return message.respond?.(refusal({ code: 'bad-request' }));
        }
        const startedAt = performance.now();
        if (inProgress >= MAX_IN_PROGRESS) {
          served('busy', 0);
          return message.respond?.(refusal({ code: 'busy' }));
        }
        // Made where a line is written: a press, of which nothing is logged, pays nothing for them.
        const ids = () => idsOf(request.data, message.traceParent);
        const said = (code?: ErrorCode) => {
          const ms = performance.now() - startedAt;
          served(code === undefined ? 'ok' : outcomeOf(code), ms);
          if (log.isLevelEnabled('debug'))
            log.debug({ ...ids(), subject: call.subject, code, ms: Math.round(ms) }, 'a call was answered');
        };
        const settle = (value: unknown) => {
          said();
          if (value !== undefined) message.respond?.(accepted(value));
        };
        const fail = (error: unknown) => {
          said(error instanceof RefusedError || error instanceof BusError ? error.code : 'internal');
          message.respond?.(refuse(call, error, ids));
        };
        try {
          const work = () => handler(request.data as Parameters<typeof handler>[0]);
          // An owner works on many games' commands together: what it writes of a batch belongs to none of them.
          const result = queue === null ? work() : runAsRequest(ids(), message.traceParent, work);
          if (!(result instanceof Promise)) return settle(result);
          inProgress += 1;
          atWork += 1;
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
      return wire.subscribe(call.subject, answer, queue === null ? {} : { queue });
    },

    async drain(waitMs = DRAIN_WAIT_MS) {
      await wire.stop();
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
      const idle = new Promise<void>((resolve) => (onIdle = resolve));
      if (atWork > 0) await Promise.race([idle, timeUp]);
      clearTimeout(timer);
      if (atWork > 0) log.warn({ calls: atWork }, 'disconnecting from the bus with calls unanswered');
      await wire.close();
    },
  };
}

const ACCEPTED = '{"ok":true,"value":';

const accepted = (value: unknown): Uint8Array =>
  value instanceof EncodedReply
    ? Buffer.from(`${ACCEPTED}${value.json}}`)
    : encode({ ok: true, value } satisfies ReplyEnvelope);

/** Of a reply as `accepted` writes it; undefined for a refusal. */
function valueTextOf(reply: Uint8Array): string | undefined {
  const text = textOf(reply);
  return text.startsWith(ACCEPTED) ? text.slice(ACCEPTED.length, -1) : undefined;
}

const refusal = (refused: Refusal): Uint8Array => encode({ ok: false, ...refused } satisfies ReplyEnvelope);

type Parsed = { success: true; data: unknown } | { success: false; error?: z.ZodError };

function parse(call: Call, data: Uint8Array): Parsed {
  try {
    return call.request.safeParse(decode(data));
  } catch {
    return { success: false };
  }
}

/** The same for a large message: each step has a turn of the event loop to itself. */
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
