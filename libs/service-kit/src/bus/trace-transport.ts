import type { Tracing } from '../tracing/tracing.js';
import { BusError, type BusMessage, type Payload, type TransportAdapter } from './port.js';

/** Starts a span for each request and its handling, and passes traces on with messages. */
export function traceTransport(transport: TransportAdapter, tracing: Tracing): TransportAdapter {
  const handle = (message: BusMessage<Payload>, handler: (message: BusMessage<Payload>) => void) => {
    const { subject, traceParent: parent, respond } = message;
    // Also without a parent: a handler in the same process must leave the caller's trace.
    if (parent === undefined || respond === undefined) return tracing.run(parent, () => handler(message));
    const span = tracing.start(subject, { kind: 'server', parent });
    const answer = (data: Payload) => {
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
    ...(transport.isLocal && { isLocal: true }),
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
