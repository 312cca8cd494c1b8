import { createHttp } from '@earworm/client';
import { getToken, useSession } from './session.js';

/** Calls in the name of whoever is signed in. */
export const http = createHttp({
  baseUrl: '',
  token: () => (useSession.getState().user ? getToken() : Promise.resolve(null)),
});

/** Calls that anybody may make; they wait for no token. */
export const publicHttp = createHttp({ baseUrl: '' });
