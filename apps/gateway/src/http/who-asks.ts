import { type Access, type ErrorCode, RefusedError, type Route } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Request } from 'express';

const NOT_SIGNED_IN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['sign-in-to-create', 'sign-in-to-join']);
const known = new WeakMap<Request, Principal | null>();

const tokenOf = ({ headers }: Request): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];

/** Null for a public route. Throws the route's refusal for whom it is not. */
export async function whoAsks(route: Route, request: Request, tokens: TokenVerifier): Promise<Principal | null> {
  const access: Access = route.access;
  if (access === 'public') return null;
  const token = tokenOf(request);
  if (token === undefined) {
    throw new RefusedError(route.errors.find((code) => NOT_SIGNED_IN.has(code)) ?? 'unauthenticated');
  }
  const principal = await tokens.verify(token);
  if (access === 'admin' && !principal.isAdmin) throw new RefusedError('forbidden');
  return principal;
}

/** Whose token a request shows that needs none; null also when it is no good. */
export async function whoMayAsk(request: Request, tokens: TokenVerifier): Promise<Principal | null> {
  const token = tokenOf(request);
  if (token === undefined) return null;
  const before = known.get(request);
  return before === undefined ? tokens.verify(token).catch(() => null) : before;
}

/**
 * The user id of the guest whose token a request shows; null: it shows none, or one of an account. Refuses a token that is no
 * good: its sender has to learn that, or what the guest has would be left behind without a word.
 */
export async function guestOf(request: Request, tokens: TokenVerifier): Promise<string | null> {
  const token = tokenOf(request);
  if (token === undefined) return null;
  const { userId, isGuest } = known.get(request) ?? (await tokens.verify(token));
  return isGuest ? userId : null;
}

/** Spares the verification of a token that was looked at before the body was read. */
export const rememberWho = (request: Request, who: Principal | null): void => void known.set(request, who);
