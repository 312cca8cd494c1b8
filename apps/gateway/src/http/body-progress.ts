import type { IncomingMessage } from 'node:http';

/** What has to arrive of a body in each period until it is complete. */
const LEAST_BYTES = 4_096;

/** Cuts the connection of a body of which less than 4 KiB arrive within a period; whatever reads it, or does not. */
export function watchBody(request: IncomingMessage, periodMs: number): void {
  const { socket, headers } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (socket.bytesRead - before < LEAST_BYTES) socket.destroy();
    before = socket.bytesRead;
  }, periodMs).unref();
  request.once('close', () => clearInterval(timer));
}
