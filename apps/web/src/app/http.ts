import { createHttp, type Http } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import { getToken, useSession } from './session.js';

const signedInHttp = createHttp({
  baseUrl: '',
  token: (atLeastMs) => (useSession.getState().user ? getToken(atLeastMs) : Promise.resolve(null)),
});

/** The server no longer knows whoever this browser thinks it is: then that is found out at once. */
function doubt(error: unknown): never {
  const unknown = error instanceof RefusedError && (error.code === 'unauthenticated' || error.code === 'token-expired');
  if (unknown) void useSession.getState().doubted();
  throw error;
}

/** Calls in the name of whoever is signed in. */
export const http: Http = { call: (name, ...input) => signedInHttp.call(name, ...input).catch(doubt) };

/** Calls that anybody may make; they wait for no token. */
export const publicHttp = createHttp({ baseUrl: '' });
