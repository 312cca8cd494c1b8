import type { IncomingMessage, Server } from 'node:http';
import type { GatewayConfig } from '../gateway.config.js';
import { hasBody } from '../wire/request.js';

/** Above proxies' 60 s, or they reuse a closed connection. */
const KEEP_ALIVE_MS = 65_000;
/** Within a time. Lateness is noticed up to one check later, on a busy server two; Node's own default is a check every 30 s. */
const CHECKS = 10;
const LEAST_BYTES = 4_096;

/** How often something is checked that has to end within a time, and after what time it ends at a check. */
function checksOf(withinMs: number) {
  const everyMs = Math.ceil(withinMs / CHECKS);
  // 0 would mean no timeout.
  return { everyMs, afterMs: Math.max(1, withinMs - 2 * everyMs) };
}

/** Call before the server listens. The time for a first frame is `helloWithinMs`, see `startSweep`. */
export function setTimeouts(
  server: Server,
  config: Pick<GatewayConfig, 'headersWithinMs' | 'requestWithinMs' | 'responseProgressMs'>,
): void {
  const { everyMs, afterMs } = checksOf(config.headersWithinMs);
  server.headersTimeout = afterMs;
  server.requestTimeout = config.requestWithinMs;
  // Without a byte in either direction: a response that its client does not take.
  server.timeout = config.responseProgressMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Read when the server starts listening.
  Object.assign(server, { connectionsCheckingInterval: everyMs });
}

/** Closes the connection within a period in which no 4 KiB of the body arrive: after eight tenths of it at the earliest. */
export function watchBody(request: IncomingMessage, periodMs: number, onProgress: () => void = () => undefined): void {
  const { socket } = request;
  if (!hasBody(request)) return;
  const { everyMs, afterMs } = checksOf(periodMs);
  let progress = { bytes: socket.bytesRead, at: performance.now() };
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    const now = performance.now();
    if (socket.bytesRead - progress.bytes >= LEAST_BYTES) {
      progress = { bytes: socket.bytesRead, at: now };
      onProgress();
    } else if (now - progress.at >= afterMs) socket.destroy();
  }, everyMs).unref();
  request.once('close', () => clearInterval(timer));
}
