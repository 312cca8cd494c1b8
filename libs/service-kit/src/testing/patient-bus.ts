import type { Bus } from '../bus/port.js';

const DEFAULT_TIMEOUT_MS = 30_000;

/** The same bus with a default timeout of 30 s: on a busy machine a timeout is no refusal. */
export function patientBus(bus: Bus): Bus {
  const call: Bus['call'] = (named, input, options) =>
    bus.call(named, input, { timeoutMs: DEFAULT_TIMEOUT_MS, ...options });
  return new Proxy(bus, { get: (target, key): unknown => (key === 'call' ? call : Reflect.get(target, key)) });
}
