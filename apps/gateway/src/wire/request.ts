import { RefusedError } from '@earworm/contracts';
import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';

/** No database of ours stores U+0000. */
const holdsNul = (url: string): boolean => url.includes('%00');

const NAMES = /[?&](?:(?:access|refresh|id|auth)_?)?(?:token|authorization|bearer|jwt)=/i;
const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/;

/** URLs end up in histories and proxy logs. */
export const holdsToken = (url: string): boolean => NAMES.test(url) || JWT.test(url);

export const refuseBadUrls: RequestHandler = ({ originalUrl }, _response, next) => {
  if (holdsNul(originalUrl)) throw new RefusedError('bad-request');
  if (holdsToken(originalUrl)) throw new RefusedError('token-in-url');
  next();
};

const LENGTH = 512;

/** Truncated to what is stored. */
export const userAgentOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, LENGTH);

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
