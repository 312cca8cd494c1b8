import { createHttp, type Http } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';

/** Whose calls they are. */
interface Caller {
  /** One that is good for `atLeastMs` more; null while nobody is signed in. */
  token(atLeastMs?: number): Promise<string | null>;
  /** The server refused the token. */
  doubted(): void;
}
let caller: Caller = { token: () => Promise.resolve(null), doubted: () => undefined };

/** Called by the session. */
export const callAs = (session: Caller): void => void (caller = session);

const signedInHttp = createHttp({ baseUrl: '', token: (atLeastMs) => caller.token(atLeastMs) });

/** The server no longer knows the user that this browser thinks is signed in: find that out at once. */
function doubt(error: unknown): never {
  const unknown = error instanceof RefusedError && (error.code === 'unauthenticated' || error.code === 'token-expired');
  if (unknown) caller.doubted();
  throw error;
}

/** Calls in the name of the user who is signed in. */
export const http: Http = { call: (name, ...input) => signedInHttp.call(name, ...input).catch(doubt) };

/** Calls that anybody may make; they wait for no token. */
export const publicHttp = createHttp({ baseUrl: '' });
