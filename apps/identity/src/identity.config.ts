import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import {
  ConfigError,
  databaseVariables,
  integer,
  loadConfig,
  port,
  secret,
  url,
  type Env,
} from '@earworm/service-kit/config';
import { isCommonPassword } from './accounts/common-passwords.js';
import { readPassword } from './accounts/credentials.js';

const seconds = (standard: number) => integer({ min: 5, max: 604_800, default: standard });
const web = () => url('http', 'https');

/** The prefix of every realm route, as in Keycloak; the issuer must end in it. */
export const REALM_PATH = '/realms/earworm';
export const CLIENT_ID = 'earworm-web';
export const AUDIENCE = 'earworm';

export const variables = z
  .object({
    NODE_ENV: z.string().optional(),
    EMBEDDED_OIDC: z.literal('i-understand', { error: 'can only be "i-understand"' }).optional(),
    ...databaseVariables,
    /** As this service reaches it; unset: the embedded provider. */
    KEYCLOAK_URL: web().optional(),
    KEYCLOAK_CLIENT_SECRET: secret(z.string().optional()),
    KEYCLOAK_REALM: z.string().default('earworm'),
    /** Guests created in advance, for all processes together. */
    KEYCLOAK_GUEST_POOL: integer({ min: 0, max: 100_000, default: 500 }),
    KEYCLOAK_GUEST_CONCURRENCY: integer({ min: 1, max: 64, default: 4 }),
    /** The time-out of a request: a sign-in waits for it. */
    KEYCLOAK_WITHIN_MS: integer({ min: 100, max: 9_000, default: 5_000 }),
    /** Of reading its events: within this a user disabled at its console is signed out. */
    KEYCLOAK_EVENTS_MS: integer({ min: 100, max: 60_000, default: 3_000 }),
    KEYCLOAK_CHECK_MS: integer({ min: 100, max: 600_000, default: 5_000 }),
    KEYCLOAK_KEY_DAYS: integer({ min: 1, max: 3_650, default: 90 }),
    /** Of the realm's routes when the service is a separate process. */
    PORT: port(3002),
    HOST: z.string().default('0.0.0.0'),
    /** Independent of port and host, so that tokens survive a restart. */
    OIDC_ISSUER: web()
      .refine((text) => text.endsWith(REALM_PATH), { error: `must end in ${REALM_PATH}` })
      .default(`http://earworm.localhost${REALM_PATH}`),
    PUBLIC_URL: web().optional(),
    /** Gateways and proxies whose X-Forwarded-For, -Proto and -Host are trusted. */
    TRUSTED_PROXIES: trustedProxies(),
    ADMIN_EMAIL: z.email().optional(),
    /** Set at every start, also to regain access; unset: generated and printed once. */
    ADMIN_PASSWORD: secret(z.string().min(6, { error: 'must have at least 6 characters' }).optional()),
    /** Lives of access tokens. A guest's lasts for an event: there are no privileges to revoke. */
    USER_TOKEN_SECONDS: seconds(1800),
    GUEST_TOKEN_SECONDS: seconds(21_600),
    /** After so long without a visit a session expires and a guest is deleted. */
    SESSION_DAYS: integer({ min: 1, max: 365, default: 30 }),
    /** The time-out of the rate-limit service: a sign-in waits for it. */
    GUESSES_WITHIN_MS: integer({ min: 1, max: 10_000, default: 400 }),
    /** Of polling for moves of guests, and the pause after a failed step, which doubles up to a minute. */
    GUEST_MOVE_MS: integer({ min: 10, max: 60_000, default: 2_000 }),
    /** After this a move is repeated: the guest's last tokens have expired by then. */
    GUEST_MOVE_AGAIN_SECONDS: integer({ min: 1, max: 3_600, default: 60 }),
    SMTP_URL: secret(url('smtp', 'smtps').optional()),
    MAIL_FROM: z.string().default('Earworm <no-reply@earworm.local>'),
    /** The time-out of a connection: a request waits for its check. */
    MAIL_WITHIN_MS: integer({ min: 100, max: 8_000, default: 5_000 }),
    MAIL_CHECK_MS: integer({ min: 1_000, max: 600_000, default: 30_000 }),
  })
  .superRefine((env, context) => {
    const problem = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    if (env.KEYCLOAK_URL !== undefined && env.KEYCLOAK_CLIENT_SECRET === undefined)
      problem(
        'KEYCLOAK_CLIENT_SECRET',
        'is needed when KEYCLOAK_URL is set: the secret that the realm was synchronised with',
      );
    if (env.KEYCLOAK_URL === undefined && env.NODE_ENV === 'production' && env.EMBEDDED_OIDC !== 'i-understand')
      problem(
        'EMBEDDED_OIDC',
        'the embedded identity provider is made for trying out and small events: set EMBEDDED_OIDC=i-understand to use it in production all the same',
      );
    // Else the request's own host would decide where the link leads.
    if (env.SMTP_URL && !env.PUBLIC_URL)
      problem('PUBLIC_URL', 'is needed when SMTP_URL is set: mailed links must lead to one known address');
  });

export type IdentityConfig = z.infer<typeof variables>;

export interface KeycloakOptions {
  readonly url: string;
  readonly realm: string;
  readonly secret: string;
}

export function keycloakOf(config: IdentityConfig): KeycloakOptions | null {
  const { KEYCLOAK_URL: url, KEYCLOAK_REALM: realm, KEYCLOAK_CLIENT_SECRET: secret } = config;
  return url === undefined || secret === undefined ? null : { url, realm, secret };
}

export const isSecure = ({ PUBLIC_URL }: Pick<IdentityConfig, 'PUBLIC_URL'>): boolean =>
  PUBLIC_URL?.startsWith('https:') ?? false;

export const loadIdentityConfig = (env: Env): IdentityConfig => loadConfig(variables, env);

/** Rejects with ConfigError. Apart from `loadIdentityConfig` because the list of common passwords is loaded on demand. */
export async function refuseCommonAdminPassword({
  ADMIN_PASSWORD: password,
}: Pick<IdentityConfig, 'ADMIN_PASSWORD'>): Promise<void> {
  if (password === undefined || !(await isCommonPassword(readPassword(password)))) return;
  throw new ConfigError([{ variable: 'ADMIN_PASSWORD', reason: 'is one of the most used passwords' }]);
}
