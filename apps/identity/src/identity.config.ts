import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import {
  ConfigError,
  databaseVariables,
  described,
  integer,
  loadConfig,
  originUrl,
  poolVariables,
  port,
  secret,
  url,
  type Env,
} from '@earworm/service-kit/config';
import { isCommonPassword } from './accounts/common-passwords.js';
import { readPassword } from './accounts/credentials.js';

const seconds = (standard: number) => integer({ min: 5, max: 604_800, default: standard });
const web = () => url('http', 'https');

/** The prefix of every realm route, as in Keycloak. */
export const REALM_PATH = '/realms/earworm';
/** Of the embedded provider. Independent of port and host, so that tokens survive a restart. */
export const ISSUER = `http://earworm.localhost${REALM_PATH}`;
export const CLIENT_ID = 'earworm-web';
export const AUDIENCE = 'earworm';

export const variables = z
  .object({
    NODE_ENV: described(
      'accounts',
      z.string().optional(),
      'if it is `production`, which images set, the embedded sign-in needs `EMBEDDED_OIDC`',
    ),
    EMBEDDED_OIDC: described(
      'accounts',
      z.literal('i-understand', { error: 'can only be "i-understand"' }).optional(),
      '`i-understand` allows the embedded sign-in with `NODE_ENV=production`',
    ),
    ...databaseVariables,
    // Both readers of Keycloak's events and a change of administrators hold one while they need another.
    ...poolVariables({ min: 5, default: 10 }),
    KEYCLOAK_URL: described(
      'accounts',
      web().optional(),
      'a Keycloak that owns the users, as the identity service reaches it',
      'embedded sign-in',
    ),
    KEYCLOAK_CLIENT_SECRET: described(
      'accounts',
      secret(z.string().optional()),
      'required with `KEYCLOAK_URL`: the secret that the realm was synchronised with, at least 16 characters',
    ),
    KEYCLOAK_REALM: described('accounts', z.string().default('earworm'), 'the realm of the users'),
    KEYCLOAK_GUEST_POOL: described(
      'accounts',
      integer({ min: 0, max: 100_000, default: 500 }),
      'guests created in Keycloak ahead, for all processes together',
    ),
    KEYCLOAK_GUEST_CONCURRENCY: described(
      'accounts',
      integer({ min: 1, max: 64, default: 4 }),
      'guests created in parallel while none arrives',
    ),
    KEYCLOAK_WITHIN_MS: described(
      'accounts',
      integer({ min: 100, max: 9_000, default: 5_000 }),
      'timeout after which Keycloak counts as down; a sign-in waits for it',
    ),
    /** Of the realm's routes when the service is a separate process. */
    PORT: port(3002),
    HOST: z.string().default('0.0.0.0'),
    PUBLIC_URL: originUrl('http', 'https').optional(),
    /** Gateways and proxies whose X-Forwarded-For, -Proto and -Host are trusted. */
    TRUSTED_PROXIES: trustedProxies(),
    ADMIN_EMAIL: described(
      'accounts',
      z.email().optional(),
      'the administrator created at the first start',
      '`admin@earworm.local`',
    ),
    ADMIN_PASSWORD: described(
      'accounts',
      secret(z.string().min(6, { error: 'must have at least 6 characters' }).optional()),
      "sets that administrator's password at every start; an existing account with `ADMIN_EMAIL` becomes an administrator. A generated one is printed once",
      'generated',
    ),
    USER_TOKEN_SECONDS: described('accounts', seconds(1800), 'life of an access token'),
    SESSION_DAYS: described(
      'accounts',
      integer({ min: 1, max: 365, default: 30 }),
      'how long a user stays signed in without a visit; then a guest is deleted',
    ),
    SMTP_URL: described(
      'accounts',
      secret(url('smtp', 'smtps').optional()),
      'mail server (needs `PUBLIC_URL`); without it, administrators read the outbox in the application',
      'a local outbox',
    ),
    MAIL_FROM: described('accounts', z.string().default('Earworm <no-reply@earworm.local>'), 'sender of mails'),
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

/** No variables: an operator has no reason to change them. Specs override them. */
const FIXED = {
  /** Life of a guest's access token: lasts for an event, as there are no privileges to revoke. */
  guestTokenSeconds: 21_600,
  /** Age at which the key that signs guests' assertions is replaced. */
  assertionKeyDays: 90,
  /** How often Keycloak's events are read: within this a user disabled at its console is signed out. */
  keycloakEventsMs: 3_000,
  keycloakCheckMs: 5_000,
  /** The timeout of the rate-limit service: a sign-in waits for it. */
  throttleWithinMs: 400,
  /** Of polling for moves of guests, and the pause after a failed step, which doubles up to a minute. */
  guestMoveMs: 2_000,
  /** After this a move is repeated: the guest's last tokens have expired by then. */
  guestMoveAgainSeconds: 60,
  /** How often people who are to be erased are looked for. */
  erasePeopleMs: 5_000,
  /** The timeout of a connection to the mail server: a request waits for its check. */
  mailWithinMs: 5_000,
  mailCheckMs: 30_000,
};

export type IdentityConfig = z.output<typeof variables> & typeof FIXED;

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

export const loadIdentityConfig = (env: Env): IdentityConfig => ({ ...FIXED, ...loadConfig(variables, env) });

/** Rejects with ConfigError. Apart from `loadIdentityConfig` because the list of common passwords is loaded on demand. */
export async function refuseCommonAdminPassword({
  ADMIN_PASSWORD: password,
}: Pick<IdentityConfig, 'ADMIN_PASSWORD'>): Promise<void> {
  if (password === undefined || !(await isCommonPassword(readPassword(password)))) return;
  throw new ConfigError([{ variable: 'ADMIN_PASSWORD', reason: 'is one of the most used passwords' }]);
}
