import type { ErrorCode } from '@earworm/contracts';

/** Who has no good token. */
export const OUTSIDE = ['anonymous', 'expired', 'wrongIssuer', 'wrongAudience', 'tampered', 'signedOut'] as const;
/** Who is signed in; player and moderator are those of the game that an operation is about. */
export const INSIDE = ['guest', 'registered', 'otherModerator', 'player', 'moderator', 'admin'] as const;
/** In the order in which an operation is tried: allowed roles come last, after all others were refused. */
export const ROLES = [...OUTSIDE, ...INSIDE] as const;

export type Outside = (typeof OUTSIDE)[number];
export type Inside = (typeof INSIDE)[number];
export type RoleName = (typeof ROLES)[number];

export type Outcome = 'ok' | ErrorCode;
export type Row = Readonly<Record<RoleName, Outcome>>;

const NO_TOKEN: Readonly<Record<Outside, Outcome>> = {
  anonymous: 'unauthenticated',
  expired: 'token-expired',
  wrongIssuer: 'unauthenticated',
  wrongAudience: 'unauthenticated',
  tampered: 'unauthenticated',
  signedOut: 'token-expired',
};

const each = <R extends RoleName>(roles: readonly R[], outcome: Outcome) =>
  Object.fromEntries(roles.map((role) => [role, outcome])) as Record<R, Outcome>;

/** Needs no token, and a bad one changes nothing. */
export const anyRole = (outcome: Outcome = 'ok'): Row => each(ROLES, outcome);

/** Every signed-in role, with exceptions. */
export const signedIn = (outcome: Outcome = 'ok', exceptions: Partial<Row> = {}): Row => ({
  ...NO_TOKEN,
  ...each(INSIDE, outcome),
  ...exceptions,
});

export const adminOnly = (outcome: Outcome = 'ok'): Row => signedIn('forbidden', { admin: outcome });
