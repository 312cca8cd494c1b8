import { type Access, type ErrorCode, RefusedError, type Route } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Request } from 'express';

const NOT_SIGNED_IN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['sign-in-to-create', 'sign-in-to-join']);
/** Set once per request by the gate. */
const principals = new WeakMap<Request, Principal | null>();

const tokenOf = ({ headers }: Request): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];

/** Null for a public route. Throws the route's refusal. */
export async function authenticate(route: Route, request: Request, tokens: TokenVerifier): Promise<Principal | null> {
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

/** Optional identity; null without a token or for an invalid one. */
export async function verifiedUser(request: Request, tokens: TokenVerifier): Promise<Principal | null> {
  const token = tokenOf(request);
  return token === undefined ? null : tokens.verify(token).catch(() => null);
}

/** The guest's user id. Throws for an invalid token: ignoring it would silently lose the guest's games. */
export async function guestOf(request: Request, tokens: TokenVerifier): Promise<string | null> {
  const token = tokenOf(request);
  if (token === undefined) return null;
  const { userId, isGuest } = await tokens.verify(token);
  return isGuest ? userId : null;
}

export const admitUser = (request: Request, user: Principal | null): void => void principals.set(request, user);

/** The user of the request's token; null on public routes. Throws for a request that the gate has not let in. */
export function principalOf(request: Request): Principal | null {
  const user = principals.get(request);
  if (user === undefined) throw new Error('this request has not passed the gate');
  return user;
}
