import { z } from 'zod';

/** Who a verified token stands for. */
export interface Principal {
  readonly userId: string;
  readonly name: string;
  readonly email?: string;
  readonly roles: readonly string[];
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  /** The sign-in that the token belongs to; null when it does not say. */
  readonly session: string | null;
  /** Unix time in milliseconds, of a whole second; 0 when the token does not say. */
  readonly issuedAt: number;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** The claims as Keycloak shapes them; the embedded provider's are the same. */
const Claims = z.object({
  sub: z.string().min(1).max(128),
  exp: z.number(),
  iat: z.number().default(0),
  sid: z.string().min(1).max(128).optional(),
  name: z.string().max(256).optional(),
  preferred_username: z.string().max(256).optional(),
  email: z.string().max(254).optional(),
  realm_access: z.object({ roles: z.array(z.string().max(64)).max(100) }).default({ roles: [] }),
});

/** Throws ZodError when the claims are not what a provider of ours writes. */
export function principalOf(payload: unknown): Principal {
  const claims = Claims.parse(payload);
  const roles = claims.realm_access.roles;
  const isGuest = roles.includes('guest');
  return {
    userId: claims.sub,
    name: claims.name ?? claims.preferred_username ?? claims.sub,
    email: claims.email,
    roles,
    isGuest,
    isAdmin: roles.includes('admin'),
    // A guest is one session, which Keycloak has no name for.
    session: isGuest ? claims.sub : (claims.sid ?? null),
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
  };
}
