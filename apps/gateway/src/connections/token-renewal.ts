import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { RefusedError } from '@earworm/contracts';
import { sendBye } from './bye.js';
import type { Connection } from './connection.js';

/** Repeat interval: several attempts fit while a lost refresh answer can be repeated (120 s). */
const ASK_AGAIN_MS = 15_000;

interface TokenHolder {
  readonly principal: Principal;
  /** When a new token is asked for, ms since the epoch. */
  askAuthAt: number;
}

/** A random point in the last fifth of the token's life, to spread renewals. */
export function askAuthAt({ expiresAt }: Principal, now = Date.now(), random = Math.random): number {
  return expiresAt - Math.max(0, expiresAt - now) * 0.2 * random();
}

/** Call every second: asks for a new token, closes sockets `graceMs` after expiry. */
export function watchAuth(connection: Connection, holder: TokenHolder, now: number, graceMs: number): void {
  const { expiresAt } = holder.principal;
  if (now > expiresAt + graceMs) return sendBye(connection, 'token-expired');
  if (now < holder.askAuthAt) return;
  holder.askAuthAt = now + ASK_AGAIN_MS;
  connection.send({ type: 'auth', before: Math.max(0, expiresAt - now) });
}

/** A rejected token is only asked for again. Commands wait for `connection.renewing`. */
export async function renewAuth(connection: Connection, token: string, tokens: TokenVerifier): Promise<void> {
  const renewal = replaceToken(connection, token, tokens);
  const settled = renewal.catch(() => undefined);
  connection.renewing = settled;
  await renewal;
  if (connection.renewing === settled) connection.renewing = null;
}

async function replaceToken(connection: Connection, token: string, tokens: TokenVerifier): Promise<void> {
  try {
    const principal = await tokens.verify(token);
    const { session } = connection;
    if (session === null) return;
    const isSame = principal.userId === session.principal.userId;
    if (!isSame || (session.role === 'observer' && !principal.isAdmin)) return sendBye(connection, 'forbidden');
    session.principal = principal;
    session.askAuthAt = askAuthAt(principal);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code === 'unauthenticated') sendBye(connection, 'unauthenticated');
  }
}
