import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AdminApi, RealmError } from './admin-api.js';
import { Changes } from './changes.js';
import { isObject, type JsonObject } from './difference.js';
import { MARK, readRealm, type Realm } from './realm-file.js';
import { type Ownership, RealmUpdate } from './realm-update.js';
import { MAIL_HASH, type MailSettings, passwordHash, smtpServer } from './smtp-server.js';

export interface RealmSettings {
  readonly realm: string;
  readonly publicUrl: string;
  readonly origins?: readonly string[];
  readonly assertionKeysUrl: string;
  /** Of both confidential clients. Default: unchanged; random in a new realm. */
  readonly clientSecret?: string;
  readonly mail?: MailSettings;
}

export interface SyncOptions {
  /** Gets a line per change, with old and new values except for secrets. */
  readonly report: (line: string) => void;
  /** Permits a realm that Earworm has not created. Its settings, and what else it has, stay as they are. */
  readonly adopt?: boolean;
  /** Reports without changing anything. */
  readonly dryRun?: boolean;
}

export interface SyncOutcome {
  /** Null unless it was generated. */
  readonly newClientSecret: string | null;
  readonly changes: number;
}

const SECRET_CLIENT = 'earworm-identity';

const Settings = z.record(z.string(), z.json());
const Secrets = z.array(z.object({ secret: z.string().optional() }));

/**
 * Creates a realm or changes it to the realm file; idempotent. What the file does not name stays as it is (users, other
 * clients, further settings), except roles: groups, service accounts and scopes of the file get exactly their roles. In an
 * adopted realm settings stay, too, and nothing is taken away.
 */
export async function syncRealm(
  api: AdminApi,
  settings: RealmSettings,
  { report, adopt = false, dryRun = false }: SyncOptions,
): Promise<SyncOutcome> {
  const path = `/${encodeURIComponent(settings.realm)}`;
  const existing = await api.get(path, Settings);
  const ownership = existing === undefined ? 'created' : await ownershipOf(api, path, existing, adopt);
  const clientSecret = settings.clientSecret ?? (existing ? await secretOf(api, path) : undefined);
  const newClientSecret = clientSecret === undefined ? randomBytes(32).toString('base64url') : null;
  const realm = desiredRealm(settings, clientSecret ?? newClientSecret ?? '');
  const changes = new Changes(api, report, dryRun);
  if (existing === undefined) {
    await changes.make(`created realm ${settings.realm}`, 'POST', '', realm);
    api.renewToken();
  }
  if (existing !== undefined || !dryRun) await new RealmUpdate(api, path, realm, ownership, changes).run();
  return { newClientSecret: dryRun ? null : newClientSecret, changes: changes.count };
}

async function ownershipOf(api: AdminApi, path: string, realm: JsonObject, adopt: boolean): Promise<Ownership> {
  const attributes = isObject(realm['attributes']) ? realm['attributes'] : {};
  const mark = attributes[MARK];
  if (mark === 'created' || mark === 'adopted') return mark;
  // Created before realms were marked.
  if (realm['loginTheme'] === 'earworm' && (await secretOf(api, path)) !== undefined) return 'created';
  if (adopt) return 'adopted';
  throw new RealmError(
    `The realm "${String(realm['realm'])}" was not created by Earworm. Name a realm that is Earworm’s alone in KEYCLOAK_REALM, ` +
      'or add --adopt: then it changes only its own roles, groups, clients and identity provider. Look first with --dry-run --adopt.',
  );
}

async function secretOf(api: AdminApi, path: string): Promise<string | undefined> {
  const [client] = (await api.get(`${path}/clients?clientId=${SECRET_CLIENT}`, Secrets)) ?? [];
  return client?.secret;
}

function desiredRealm(settings: RealmSettings, clientSecret: string): Realm {
  const { publicUrl, origins = [], mail } = settings;
  const realm = readRealm({
    KEYCLOAK_REALM: settings.realm,
    KEYCLOAK_CLIENT_SECRET: clientSecret,
    PUBLIC_URL: publicUrl,
    ASSERTION_KEYS_URL: settings.assertionKeysUrl,
  });
  const further = [...new Set(origins)].filter((origin) => origin !== publicUrl).map((origin) => `${origin}/*`);
  const clients = realm.clients.map((client) =>
    client.clientId === 'earworm-web' ? { ...client, redirectUris: [...client.redirectUris, ...further] } : client,
  );
  if (mail === undefined) return { ...realm, clients };
  const attributes = { ...realm.attributes, [MAIL_HASH]: passwordHash(mail, settings.realm) };
  return { ...realm, clients, attributes, smtpServer: smtpServer(mail) };
}
