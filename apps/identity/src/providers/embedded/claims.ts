import type { User } from '../../accounts/user.entity.js';
import { CLIENT_ID } from '../../identity.config.js';

/** `registered` and `guest` exclude each other; an admin is registered too. */
const rolesOf = (user: User): string[] =>
  user.kind === 'guest' ? ['guest'] : user.kind === 'admin' ? ['registered', 'admin'] : ['registered'];

/** What Keycloak puts into a token about its user, beside `sub`. */
export function claimsOf(user: User) {
  return {
    preferred_username: user.email ?? `guest-${user.id}`,
    name: user.displayName,
    ...(user.email ? { email: user.email, email_verified: false } : {}),
    realm_access: { roles: rolesOf(user) },
    azp: CLIENT_ID,
    typ: 'Bearer',
  };
}

/** ±10 %, so that a room that came at once does not come back at once. */
export const jittered = (seconds: number, chance: () => number = Math.random): number =>
  Math.max(1, Math.round(seconds * (0.9 + chance() * 0.2)));
