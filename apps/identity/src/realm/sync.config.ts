import { z } from 'zod';
import {
  ConfigError,
  described,
  type Env,
  list,
  loadConfig,
  originUrl,
  secret,
  url,
} from '@earworm/service-kit/config';
import type { AdminApiOptions } from './admin-api.js';
import type { RealmSettings } from './sync-realm.js';

const web = () => url('http', 'https');

export const variables = z.object({
  KEYCLOAK_URL: web(),
  KEYCLOAK_REALM: z.string().default('earworm'),
  KEYCLOAK_ADMIN: described(
    'preparation',
    z.string().optional(),
    'realm synchronisation: an administrator who may manage the realm, and create it if it is missing',
  ),
  KEYCLOAK_ADMIN_PASSWORD: described('preparation', secret(z.string().optional()), "that administrator's password"),
  KEYCLOAK_ADMIN_CLIENT: described(
    'preparation',
    z.string().optional(),
    'or a client with a service account that may do the same',
  ),
  KEYCLOAK_ADMIN_CLIENT_SECRET: described('preparation', secret(z.string().optional()), "that client's secret"),
  KEYCLOAK_ADMIN_REALM: described(
    'preparation',
    z.string().default('master'),
    'the realm of that administrator or client',
  ),
  /** Unset: unchanged; random in a new realm. */
  KEYCLOAK_CLIENT_SECRET: secret(z.string().min(16, { error: 'must have at least 16 characters' }).optional()),
  PUBLIC_URL: originUrl('http', 'https'),
  LAN_URL: web().optional(),
  ALLOWED_ORIGINS: list().refine((origins) => origins.every((each) => URL.canParse(each)), {
    error: 'must be origins such as https://quiz.example.org, separated by commas',
  }),
  ASSERTION_KEYS_URL: described(
    'preparation',
    web().optional(),
    "where Keycloak fetches the identity service’s public keys, which verify guests' assertions",
    '`PUBLIC_URL` + `/realms/earworm/protocol/openid-connect/certs`',
  ),
  SMTP_URL: secret(url('smtp', 'smtps').optional()),
  MAIL_FROM: z.string().default('Earworm <no-reply@earworm.local>'),
});

/** Where an identity service behind `PUBLIC_URL` publishes its assertion keys. */
export const ASSERTION_KEYS_PATH = '/realms/earworm/protocol/openid-connect/certs';

export interface SyncConfig {
  readonly admin: AdminApiOptions;
  readonly settings: RealmSettings;
}

export function loadSyncConfig(env: Env): SyncConfig {
  const config = loadConfig(variables, env);
  const publicUrl = new URL(config.PUBLIC_URL).origin;
  const origins = [...(config.LAN_URL === undefined ? [] : [config.LAN_URL]), ...config.ALLOWED_ORIGINS];
  return {
    admin: { url: config.KEYCLOAK_URL, adminRealm: config.KEYCLOAK_ADMIN_REALM, credentials: credentialsIn(config) },
    settings: {
      realm: config.KEYCLOAK_REALM,
      publicUrl,
      origins: origins.map((each) => new URL(each).origin),
      assertionKeysUrl: config.ASSERTION_KEYS_URL ?? `${publicUrl}${ASSERTION_KEYS_PATH}`,
      clientSecret: config.KEYCLOAK_CLIENT_SECRET,
      mail: config.SMTP_URL === undefined ? undefined : { url: config.SMTP_URL, from: config.MAIL_FROM },
    },
  };
}

function credentialsIn(config: z.infer<typeof variables>): AdminApiOptions['credentials'] {
  const { KEYCLOAK_ADMIN: username, KEYCLOAK_ADMIN_PASSWORD: password } = config;
  const { KEYCLOAK_ADMIN_CLIENT: clientId, KEYCLOAK_ADMIN_CLIENT_SECRET: clientSecret } = config;
  const problem = (variable: string, other: string) =>
    new ConfigError([{ variable, reason: `is needed with ${other}: for an administrator who may manage the realm` }]);
  if (clientId !== undefined) {
    if (clientSecret === undefined) throw problem('KEYCLOAK_ADMIN_CLIENT_SECRET', 'KEYCLOAK_ADMIN_CLIENT');
    return { clientId, clientSecret };
  }
  if (username === undefined || password === undefined) throw problem('KEYCLOAK_ADMIN', 'KEYCLOAK_ADMIN_PASSWORD');
  return { username, password };
}
