import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { RefusedError } from '@earworm/contracts';
import { sayBye } from './bye.js';
import type { Connection } from './connection.js';

/**
 * A client that could not bring a new token is asked again after this: several times while the identity service still
 * takes the refresh token of an answer that was lost (120 s).
 */
const ASK_AGAIN_MS = 15_000;

/** A random point in the last fifth of what is left of the token's life: a room that came together is not asked at once. */
export function askAuthAt({ expiresAt }: Principal, now = Date.now(), random = Math.random): number {
  return expiresAt - Math.max(0, expiresAt - now) * 0.2 * random();
}

/** To be called every second or so: asks for a new token in time, and ends what outlived its token by `graceMs`. */
export function watchAuth(connection: Connection, now: number, graceMs: number): void {
  const { session } = connection;
  if (session === null) return;
  const { expiresAt } = session.principal;
  if (now > expiresAt + graceMs) return sayBye(connection, 'token-expired');
  if (now < session.askAuthAt) return;
  session.askAuthAt = now + ASK_AGAIN_MS;
  connection.say({ type: 'auth', before: Math.max(0, expiresAt - now) });
}

/** Takes a new token for the same user. One that is not good changes nothing but is asked for again. */
export async function renewAuth(connection: Connection, token: string, tokens: TokenVerifier): Promise<void> {
  try {
    const principal = await tokens.verify(token);
    const { session } = connection;
    if (session === null) return;
    const isSame = principal.userId === session.principal.userId;
    if (!isSame || (session.role === 'observer' && !principal.isAdmin)) return sayBye(connection, 'forbidden');
    session.principal = principal;
    session.askAuthAt = askAuthAt(principal);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code === 'unauthenticated') sayBye(connection, 'unauthenticated');
  }
}
