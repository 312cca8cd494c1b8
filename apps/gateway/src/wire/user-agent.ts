import type { IncomingMessage } from 'node:http';

const LENGTH = 512;

/** The browser as it names itself, cut to what is stored of it; the same for its requests and its sockets. */
export const userAgentOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, LENGTH);
