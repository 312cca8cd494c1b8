import { z } from 'zod';
import { defineCall } from '../call.js';

/** A token response as in OAuth 2 (RFC 6749). Lifetimes are in seconds. */
export const Tokens = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.string().optional(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_expires_in: z.number().int(),
});
export type Tokens = z.infer<typeof Tokens>;

const Email = z.string().max(254);
const Password = z.string().max(256);
const Device = z.string().max(64).nullable().default(null);
/** The guest who signs in, from an access token that the gateway has verified; null if no guest is signed in. */
const Guest = z.string().max(128).nullable().default(null);

export const signInAsGuest = defineCall({
  subject: 'identity.guest',
  request: z.strictObject({}),
  reply: Tokens,
  errors: ['guest-failed', 'guest-wait', 'unavailable'],
});

export const signIn = defineCall({
  subject: 'identity.sign-in',
  request: z.strictObject({ email: Email, password: Password, device: Device, guest: Guest }),
  reply: Tokens,
  errors: [
    'invalid-credential',
    'email-required',
    'invalid-email',
    'user-disabled',
    'single-sign-on-needed',
    'limit-sign-in',
    'sign-in-failed',
    'unavailable',
  ],
});

export const signUp = defineCall({
  subject: 'identity.sign-up',
  request: z.strictObject({
    displayName: z.string().max(80),
    email: Email,
    password: Password,
    device: Device,
    guest: Guest,
  }),
  reply: Tokens,
  errors: [
    'email-already-in-use',
    'weak-password',
    'password-too-common',
    'email-required',
    'invalid-email',
    'display-name-required',
    'display-name-invalid',
    'limit-sign-in',
    'sign-up-failed',
    'unavailable',
  ],
});

export const refreshTokens = defineCall({
  subject: 'identity.refresh',
  request: z.strictObject({ refreshToken: z.string().max(8192), device: Device }),
  reply: Tokens,
  errors: ['token-expired', 'unavailable'],
});

export const signOut = defineCall({
  subject: 'identity.sign-out',
  request: z.strictObject({ refreshToken: z.string().max(8192) }),
  reply: z.strictObject({}),
  errors: [],
});

/** Sends a reset link. Reply and response time do not reveal whether the account exists. */
export const requestReset = defineCall({
  subject: 'identity.reset',
  request: z.strictObject({ email: Email, baseUrl: z.string().max(200), device: Device }),
  /** `sendsMail` is false if there is no mail server, so that the mail is kept in the outbox; otherwise absent. */
  reply: z.strictObject({ sendsMail: z.boolean().optional() }),
  errors: ['email-required', 'invalid-email', 'limit-sign-in', 'reset-failed', 'unavailable'],
});

export const confirmReset = defineCall({
  subject: 'identity.reset-confirm',
  request: z.strictObject({ token: z.string().max(256), password: Password, device: Device }),
  reply: z.strictObject({}),
  errors: ['reset-link-invalid', 'weak-password', 'password-too-common', 'unavailable'],
});

/** OAuth 2 endpoints at which a browser signs in by redirect. Absolute addresses, or paths on the page's own origin. */
export const SignInEndpoints = z.strictObject({ authorization: z.string(), token: z.string() });
export type SignInEndpoints = z.infer<typeof SignInEndpoints>;

/** The public keys of access tokens (a JWK set), for services that cannot fetch them over HTTP. */
export const signingKeys = defineCall({
  subject: 'identity.keys',
  request: z.strictObject({}),
  reply: z.strictObject({
    issuer: z.string(),
    audience: z.string(),
    keys: z.array(z.looseObject({ kty: z.string() })),
    /** True for an external identity provider, where users sign in on its own pages. Absent for the built-in one. */
    external: z.boolean().optional(),
    endpoints: SignInEndpoints.optional(),
  }),
  errors: ['unavailable'],
});

/**
 * Revokes the user's tokens issued before `notBefore` (Unix seconds, as `iat`); with `session`, only those of that
 * session (`sid`). A guest has one session, whose id is the user id.
 */
export const Revocation = z.strictObject({
  userId: z.string().max(128),
  notBefore: z.number().int(),
  session: z.string().min(1).max(128).optional(),
});
export type Revocation = z.infer<typeof Revocation>;

/** Subject on which revocations are published to every gateway. A gateway that missed some calls `revocations`. */
export const REVOKED = 'identity.revoked';

/** Most revocations of guests in the list; beyond that the earliest are dropped. Those of accounts never are. */
export const GUEST_REVOCATIONS = 50_000;

export const isOfGuest = ({ userId, session }: Pick<Revocation, 'userId' | 'session'>): boolean => session === userId;

/** Position in the list: when the last row was written (Unix microseconds), and its key. */
export const RevocationCursor = z.strictObject({
  at: z.number().int(),
  userId: z.uuid(),
  session: z.string().max(128),
});
export type RevocationCursor = z.infer<typeof RevocationCursor>;

/** Revocations whose tokens have not expired yet, in pages by time of writing. A few are repeated after a cursor. */
export const revocations = defineCall({
  subject: 'identity.revocations',
  request: z.strictObject({ after: RevocationCursor.optional() }),
  reply: z.strictObject({
    /** `expiresIn`: seconds until the last of the revoked tokens expires. */
    revoked: z.array(Revocation.extend({ expiresIn: z.number().int() })).max(2_000),
    next: RevocationCursor,
    /** True if there is another page. */
    more: z.boolean(),
  }),
  errors: ['unavailable'],
});
export type RevocationPage = z.infer<typeof revocations.reply>;

/** The secret with which gateways sign device ids. The same for all gateways and after every restart. */
export const deviceKey = defineCall({
  subject: 'identity.device-key',
  request: z.strictObject({}),
  reply: z.strictObject({ key: z.string().min(32) }),
  errors: ['unavailable'],
});

/**
 * The secrets that links to games are signed with, the one in use first; the one before it counts for 30 days after a
 * rotation.
 */
export const linkKeys = defineCall({
  subject: 'identity.link-keys',
  request: z.strictObject({}),
  reply: z.strictObject({ keys: z.array(z.string().min(32)).min(1).max(2) }),
  errors: ['unavailable'],
});

/** `none`: mail is kept in the outbox. `failing`: mail is neither sent nor kept. */
export const MailServerState = z.enum(['none', 'accepting', 'failing']);
export type MailServerState = z.infer<typeof MailServerState>;

/** Mail that was kept because there is no mail server, newest first; for administrators. `at`: ms since the epoch. */
export const readOutbox = defineCall({
  subject: 'identity.outbox',
  request: z.strictObject({ limit: z.number().int().min(1).max(100).default(50) }),
  reply: z.strictObject({
    mails: z.array(
      z.strictObject({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.number() }),
    ),
    mailServer: MailServerState.optional(),
  }),
  errors: ['unavailable'],
});
