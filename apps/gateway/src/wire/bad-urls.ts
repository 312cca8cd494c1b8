import { RefusedError } from '@earworm/contracts';
import type { RequestHandler } from 'express';

/** Whether a path or query holds U+0000, which no database of ours stores. */
const holdsNul = (url: string): boolean => url.includes('%00');

const NAMES = /[?&](?:(?:access|refresh|id|auth)_?)?(?:token|authorization|bearer|jwt)=/i;
/** Three parts in base64url, the first of which begins an object: a JSON Web Token, wherever it stands. */
const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/;

/** Whether an address carries a token: addresses are kept in histories and in the logs of proxies. */
export const holdsToken = (url: string): boolean => NAMES.test(url) || JWT.test(url);

/** Refuses addresses that nothing behind this may see. */
export const refuseBadUrls: RequestHandler = ({ originalUrl }, _response, next) => {
  if (holdsNul(originalUrl)) throw new RefusedError('bad-request');
  if (holdsToken(originalUrl)) throw new RefusedError('token-in-url');
  next();
};
