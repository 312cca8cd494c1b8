import { createHttp, type Http } from '@earworm/client';
import { RefusedError, SOCKET_PATH } from '@earworm/contracts';
import { busyDuring } from '../busy-control.js';

interface Caller {
  /** Valid for `atLeastMs` more; null without a user. */
  token(atLeastMs?: number): Promise<string | null>;
  doubted(): void;
}
let caller: Caller = { token: () => Promise.resolve(null), doubted: () => undefined };

export const callAs = (session: Caller): void => void (caller = session);

const signedInHttp = createHttp({ baseUrl: '', token: (atLeastMs) => caller.token(atLeastMs) });

/** The server rejected the token: verifies the session at once. */
function doubt(error: unknown): never {
  const unknown = error instanceof RefusedError && (error.code === 'unauthenticated' || error.code === 'token-expired');
  if (unknown) caller.doubted();
  throw error;
}

export const http: Http = { call: (name, ...input) => busyDuring(signedInHttp.call(name, ...input).catch(doubt)) };

/** Of the page's own server. */
export const socketUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;

/** Without a token. */
const plainHttp = createHttp({ baseUrl: '' });
export const publicHttp: Http = { call: (name, ...input) => busyDuring(plainHttp.call(name, ...input)) };
