import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import { databaseVariables, flag, integer, loadConfig, port, secret, url, type Env } from '@earworm/service-kit/config';
import { isCommonPassword } from './accounts/common-passwords.js';
import { readPassword } from './accounts/credentials.js';

const seconds = (standard: number) => integer({ min: 5, max: 604_800, default: standard });
const web = () => url('http', 'https');

/** The path of every realm route, as Keycloak has it; the issuer must end in it. */
export const REALM_PATH = '/realms/earworm';
/** The browser's client. Public: it has no secret. */
export const CLIENT_ID = 'earworm-web';
/** The `aud` of access tokens. */
export const AUDIENCE = 'earworm';

export const variables = z
  .object({
    NODE_ENV: z.string().optional(),
    EMBEDDED_OIDC: z.literal('i-understand', { error: 'can only be "i-understand"' }).optional(),
    ...databaseVariables,
    /** A Keycloak that keeps the users, as this service reaches it; unset: the embedded provider does. */
    KEYCLOAK_URL: web().optional(),
    /** The secret of the realm's confidential clients. */
    KEYCLOAK_CLIENT_SECRET: secret(z.string().optional()),
    KEYCLOAK_REALM: z.string().default('earworm'),
    /** Guests that are ready in Keycloak before they come, of all processes together. */
    KEYCLOAK_GUEST_POOL: integer({ min: 0, max: 100_000, default: 500 }),
    /** Guests created at once while none arrives. */
    KEYCLOAK_GUEST_CONCURRENCY: integer({ min: 1, max: 64, default: 4 }),
    /** A Keycloak that is slower than this counts as down: somebody waits to be signed in. */
    KEYCLOAK_WITHIN_MS: integer({ min: 100, max: 9_000, default: 5_000 }),
    /** How often its events are read: a user disabled at its console is signed out within this. */
    KEYCLOAK_EVENTS_MS: integer({ min: 100, max: 60_000, default: 3_000 }),
    /** How often it is tried while somebody watches health or operations. */
    KEYCLOAK_CHECK_MS: integer({ min: 100, max: 600_000, default: 5_000 }),
    /** The age at which the key of guests' assertions is replaced. */
    KEYCLOAK_KEY_DAYS: integer({ min: 1, max: 3_650, default: 90 }),
    /** Where the realm's routes listen when the service is a separate process. */
    PORT: port(3002),
    HOST: z.string().default('0.0.0.0'),
    /** A name, not an address: it must not change with port or host, or tokens would not survive a restart. */
    OIDC_ISSUER: web()
      .refine((text) => text.endsWith(REALM_PATH), { error: `must end in ${REALM_PATH}` })
      .default(`http://earworm.localhost${REALM_PATH}`),
    PUBLIC_URL: web().optional(),
    /** Only behind a proxy that sets X-Forwarded-Proto and X-Forwarded-Host itself. */
    TRUST_PROXY: flag(false),
    TRUSTED_PROXIES: trustedProxies(),
    /** Unset: admin@earworm.local. */
    ADMIN_EMAIL: z.email().optional(),
    /** Set: this is that admin's password from now on, and none is made up or told. The way back in when it was lost. */
    ADMIN_PASSWORD: secret(
      z
        .string()
        .min(6, { error: 'must have at least 6 characters' })
        .refine((text) => !isCommonPassword(readPassword(text)), { error: 'is one of the most used passwords' })
        .optional(),
    ),
    /** Access token lives in seconds. A guest's covers an event: there is nothing to take from them. */
    USER_TOKEN_SECONDS: seconds(1800),
    GUEST_TOKEN_SECONDS: seconds(21_600),
    /** How long a session without a visit lasts, and a guest without one is kept. */
    SESSION_DAYS: integer({ min: 1, max: 365, default: 30 }),
    /** A rate-limit service that is slower than this counts as away: somebody waits to be signed in. */
    GUESSES_WITHIN_MS: integer({ min: 1, max: 10_000, default: 400 }),
    /** How often guests' moves to accounts are looked for, and the pause after a step that failed; it doubles up to a minute. */
    GUEST_MOVE_MS: integer({ min: 10, max: 60_000, default: 2_000 }),
    /** After so long what a guest has is moved once more: the guest's last tokens have ended by then. */
    GUEST_MOVE_AGAIN_SECONDS: integer({ min: 1, max: 3_600, default: 60 }),
    SMTP_URL: secret(url('smtp', 'smtps').optional()),
    MAIL_FROM: z.string().default('Earworm <no-reply@earworm.local>'),
    /** A mail server that has not accepted an address by then accepts no mail: somebody waits for the answer. */
    MAIL_WITHIN_MS: integer({ min: 100, max: 8_000, default: 5_000 }),
    /** How often the mail server is tried while somebody watches health or operations. */
    MAIL_CHECK_MS: integer({ min: 1_000, max: 600_000, default: 30_000 }),
  })
  .superRefine((env, context) => {
    if (env.KEYCLOAK_URL !== undefined && env.KEYCLOAK_CLIENT_SECRET === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['KEYCLOAK_CLIENT_SECRET'],
        message: 'is needed when KEYCLOAK_URL is set: the secret that the realm was synchronised with',
      });
    }
    if (env.KEYCLOAK_URL === undefined && env.NODE_ENV === 'production' && env.EMBEDDED_OIDC !== 'i-understand') {
      context.addIssue({
        code: 'custom',
        path: ['EMBEDDED_OIDC'],
        message:
          'the embedded identity provider is made for trying out and small events: set EMBEDDED_OIDC=i-understand to use it in production all the same',
      });
    }
    // Without it the link's host would come from the request, and anybody who asks for a reset could choose where it leads.
    if (env.SMTP_URL && !env.PUBLIC_URL) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'is needed when SMTP_URL is set: mailed links must lead to one known address',
      });
    }
  });

export type IdentityConfig = z.infer<typeof variables>;

export interface KeycloakSettings {
  readonly url: string;
  readonly realm: string;
  readonly secret: string;
}

/** Null: the embedded provider. */
export function keycloakOf(config: IdentityConfig): KeycloakSettings | null {
  const { KEYCLOAK_URL: url, KEYCLOAK_REALM: realm, KEYCLOAK_CLIENT_SECRET: secret } = config;
  return url === undefined || secret === undefined ? null : { url, realm, secret };
}

/** People come by https: cookies are for it alone. */
export const isSecure = ({ PUBLIC_URL }: Pick<IdentityConfig, 'PUBLIC_URL'>): boolean =>
  PUBLIC_URL?.startsWith('https:') ?? false;

export const loadIdentityConfig = (env: Env): IdentityConfig => loadConfig(variables, env);
