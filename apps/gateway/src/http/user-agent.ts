import type { IncomingMessage } from 'node:http';

const LENGTH = 512;

/** The browser as it names itself, cut to what is stored of it. */
export const userAgentOf = ({ headers }: IncomingMessage): string => (headers['user-agent'] ?? '').slice(0, LENGTH);
