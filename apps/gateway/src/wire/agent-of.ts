import type { IncomingMessage } from 'node:http';

const LENGTH = 512;

/** What the browser calls itself; the same for its requests and its sockets. */
export const agentOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, LENGTH);
