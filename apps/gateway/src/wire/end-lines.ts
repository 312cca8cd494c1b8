import type { Server } from 'node:http';

const LOOK_EVERY_MS = 20;

/**
 * Lets a server that closes come to its end: lines on which nothing is asked go at once, also those that were kept alive
 * after their last answer, and after `withinMs` all others, whose callers may sleep in the middle of a request.
 */
export function endLines(server: Server, withinMs: number): void {
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS).unref();
  const all = setTimeout(() => server.closeAllConnections(), withinMs).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}
