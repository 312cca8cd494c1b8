import { RefusedError } from '@earworm/contracts';
import type { RequestHandler } from 'express';

/** Whether a path or query holds U+0000, which no database of ours stores. */
const holdsNul = (url: string): boolean => url.includes('%00');

/** Refuses addresses that nothing behind this may see. */
export const refuseBadUrls: RequestHandler = ({ originalUrl }, _response, next) => {
  if (holdsNul(originalUrl)) throw new RefusedError('bad-request');
  next();
};
