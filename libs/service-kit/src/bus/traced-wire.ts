import type { Tracing } from '../tracing/port.js';
import type { WireAdapter } from './adapter.js';
import { BusError, type BusMessage } from './port.js';

/** A wire that shows each question and its answer in the trace they belong to. What belongs to none goes on untouched. */
export function tracedWire(wire: WireAdapter, tracing: Tracing): WireAdapter {
  const handle = (message: BusMessage, handler: (message: BusMessage) => void) => {
    const { subject, traceParent: parent, respond } = message;
    // Also without one: a handler in the same process must not go on in the trace of the caller that woke it.
    if (parent === undefined || respond === undefined) return tracing.run(parent, () => handler(message));
    const span = tracing.start(subject, { kind: 'server', parent });
    const answer = (data: Uint8Array) => {
      respond.call(message, data);
      span?.end();
    };
    tracing.run(span?.traceParent, () => handler({ ...message, traceParent: span?.traceParent, respond: answer }));
  };

  const request: WireAdapter['request'] = async (subject, data, timeoutMs, parent = tracing.current) => {
    if (parent === undefined) return wire.request(subject, data, timeoutMs);
    const span = tracing.start(`call ${subject}`, { kind: 'client', parent });
    try {
      const reply = await wire.request(subject, data, timeoutMs, span?.traceParent);
      span?.end();
      return reply;
    } catch (error) {
      span?.end(error instanceof BusError ? error.reason : 'internal');
      throw error;
    }
  };

  return {
    get connected() {
      return wire.connected;
    },
    publish: (subject, data, traceParent) => wire.publish(subject, data, traceParent),
    subscribe: (subject, handler, options) => wire.subscribe(subject, (message) => handle(message, handler), options),
    request,
    onReconnect: (listener) => wire.onReconnect(listener),
    flush: () => wire.flush(),
    stop: () => wire.stop(),
    close: () => wire.close(),
  };
}
