import { z } from 'zod';
import { defineCall } from '../call.js';

/** Tokens in the shape of an OAuth 2 token reply. Lifetimes in seconds. */
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
/** The guest who asks, from an access token that the gateway has verified; null: no guest is signed in. */
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

/** Answers alike, and in the same time, whether or not the account exists. */
export const requestReset = defineCall({
  subject: 'identity.reset',
  request: z.strictObject({ email: Email, baseUrl: z.string().max(200), device: Device }),
  /** `sendsMail` false: there is no mail server, and the mail is kept in the outbox; left out: there is one. */
  reply: z.strictObject({ sendsMail: z.boolean().optional() }),
  errors: ['email-required', 'invalid-email', 'limit-sign-in', 'reset-failed', 'unavailable'],
});

export const confirmReset = defineCall({
  subject: 'identity.reset-confirm',
  request: z.strictObject({ token: z.string().max(256), password: Password, device: Device }),
  reply: z.strictObject({}),
  errors: ['reset-link-invalid', 'weak-password', 'password-too-common', 'unavailable'],
});

/** Where a browser signs in at the provider's own pages: addresses, or paths of the origin that the browser is at. */
export const SignInEndpoints = z.strictObject({ authorization: z.string(), token: z.string() });
export type SignInEndpoints = z.infer<typeof SignInEndpoints>;

/** The public keys that access tokens are signed with (a JWK set), for services that have no HTTP way to them. */
export const signingKeys = defineCall({
  subject: 'identity.keys',
  request: z.strictObject({}),
  reply: z.strictObject({
    issuer: z.string(),
    audience: z.string(),
    keys: z.array(z.looseObject({ kty: z.string() })),
    /** The provider is not part of the product: people sign in on its own pages. Left out: it is the embedded one. */
    external: z.boolean().optional(),
    endpoints: SignInEndpoints.optional(),
  }),
  errors: ['unavailable'],
});

/**
 * The user's tokens from before `notBefore` (Unix seconds, as `iat`) are revoked; with `session`, only those of that session
 * (`sid`). A guest has one session, named like the user.
 */
export const Revocation = z.strictObject({
  userId: z.string().max(128),
  notBefore: z.number().int(),
  session: z.string().min(1).max(128).optional(),
});
export type Revocation = z.infer<typeof Revocation>;

/** Published to every gateway; one that missed it calls `revocations`. */
export const REVOKED = 'identity.revoked';

/** Guests' revocations that are listed; when there are more, the earliest are left out. Others are never left out. */
export const GUEST_REVOCATIONS = 50_000;

export const isOfGuest = ({ userId, session }: Pick<Revocation, 'userId' | 'session'>): boolean => session === userId;

/** Where reading the list stopped: when the last row was written (Unix microseconds), and its key. */
export const RevocationCursor = z.strictObject({
  at: z.number().int(),
  userId: z.uuid(),
  session: z.string().max(128),
});
export type RevocationCursor = z.infer<typeof RevocationCursor>;

/** Every revocation whose tokens may still be valid, in pages by time of writing. After a cursor a few come twice. */
export const revocations = defineCall({
  subject: 'identity.revocations',
  request: z.strictObject({ after: RevocationCursor.optional() }),
  reply: z.strictObject({
    /** `expiresIn`: seconds until the last of these tokens expires by itself. */
    revoked: z.array(Revocation.extend({ expiresIn: z.number().int() })).max(2_000),
    next: RevocationCursor,
    /** Whether to ask on at once. */
    more: z.boolean(),
  }),
  errors: ['unavailable'],
});
export type RevocationPage = z.infer<typeof revocations.reply>;

/** The secret that gateways sign devices' ids with: one for all of them, and the same after every restart. */
export const deviceKey = defineCall({
  subject: 'identity.device-key',
  request: z.strictObject({}),
  reply: z.strictObject({ key: z.string().min(32) }),
  errors: ['unavailable'],
});

/** `none`: mails are kept in the outbox. While it is `failing` they are neither sent nor kept. */
export const MailServerState = z.enum(['none', 'accepting', 'failing']);
export type MailServerState = z.infer<typeof MailServerState>;

/** Mail of a server without a mail server, newest first; for admins. */
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
