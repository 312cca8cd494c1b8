import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { differences, type JsonObject, merge } from './difference.js';
import { type Client, readRealm, type Realm, RESOURCES } from './realm-file.js';
import { MAIL_HASH, type MailSettings, passwordHash, smtpServer, withoutPassword } from './smtp-server.js';

export interface RealmSettings {
  readonly realm: string;
  readonly publicUrl: string;
  readonly origins?: readonly string[];
  readonly assertionKeysUrl: string;
  /** Of both confidential clients. Default: unchanged; random in a new realm. */
  readonly clientSecret?: string;
  readonly mail?: MailSettings;
}

export interface SyncOutcome {
  /** Null unless it was generated. */
  readonly newClientSecret: string | null;
  readonly changes: number;
}

const SECRET_CLIENT = 'earworm-identity';

const Resource = z.object({ id: z.string(), name: z.string() }).catchall(z.json());
type Resource = z.infer<typeof Resource>;
const Resources = z.array(Resource);
const Settings = z.record(z.string(), z.json());
const Secrets = z.array(z.object({ secret: z.string().optional() }));
const Clients = z.array(
  z
    .object({
      id: z.string(),
      protocolMappers: Resources.optional(),
      defaultClientScopes: z.array(z.string()).optional(),
    })
    .catchall(z.json()),
);

/**
 * Creates a realm or changes it to the realm file; idempotent. What the file does not name stays as it is (users, other
 * clients, further settings), except roles: groups, service accounts and scopes of the file get exactly their roles. `report`
 * gets a line per change, without values.
 */
export async function syncRealm(
  api: AdminApi,
  settings: RealmSettings,
  report: (line: string) => void,
): Promise<SyncOutcome> {
  const path = `/${encodeURIComponent(settings.realm)}`;
  const exists = (await api.get(path, Settings)) !== undefined;
  const clientSecret = settings.clientSecret ?? (exists ? await secretOf(api, path) : undefined);
  const newClientSecret = clientSecret === undefined ? randomBytes(32).toString('base64url') : null;
  const realm = desiredRealm(settings, clientSecret ?? newClientSecret ?? '');
  let changes = 0;
  const changed = (line: string) => {
    changes++;
    report(line);
  };
  if (!exists) {
    await api.send('POST', '', realm);
    api.renewToken();
    changed(`created realm ${settings.realm}`);
  }
  await new RealmSync(api, path, realm, changed).run();
  return { newClientSecret, changes };
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

class RealmSync {
  constructor(
    private readonly api: AdminApi,
    private readonly path: string,
    private readonly realm: Realm,
    private readonly changed: (line: string) => void,
  ) {}

  async run(): Promise<void> {
    const { roles, groups, identityProviders, clients } = this.realm;
    await this.#settings();
    for (const role of roles.realm) await this.#ensureNamed('role', role.name, role, `${this.path}/roles`);
    for (const group of groups) await this.#group(group);
    for (const provider of identityProviders)
      await this.#ensureNamed(
        'identity provider',
        provider.alias,
        provider,
        `${this.path}/identity-provider/instances`,
      );
    for (const client of clients) await this.#client(client);
    await this.#userProfile();
  }

  async #settings(): Promise<void> {
    const { realm: name, smtpServer: mail, ...rest } = this.realm;
    const others = Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(RESOURCES, key)));
    const actual = (await this.api.get(this.path, Settings)) ?? {};
    const paths = [
      ...differences(others, actual),
      ...differences(withoutPassword(mail), actual['smtpServer'], 'smtpServer'),
    ];
    if (paths.length === 0) return;
    const keys = new Set(paths.map((path) => path.split('.', 1)[0] ?? ''));
    if (paths.includes(`attributes.${MAIL_HASH}`)) keys.add('smtpServer');
    const desired: JsonObject = { ...others, smtpServer: mail };
    const wanted = [...keys].map((key) => [key, merge(desired[key], actual[key])] as const);
    await this.api.send('PUT', this.path, Object.fromEntries(wanted));
    this.changed(`changed realm ${name}: ${paths.join(', ')}`);
  }

  async #group({ realmRoles, ...group }: Realm['groups'][number]): Promise<void> {
    const find = () => this.api.get(`${this.path}/group-by-path${group.path}`, Resource);
    await this.#ensure(`group ${group.path}`, group, await find(), `${this.path}/groups`);
    const { id } = required(await find(), group.path);
    await this.#realmRoles(`group ${group.path}`, realmRoles, `/groups/${id}/role-mappings/realm`);
  }

  async #client(desired: Client): Promise<void> {
    const { defaultClientScopes, optionalClientScopes: _, protocolMappers, ...client } = desired;
    const { clientId } = client;
    const what = `client ${clientId}`;
    const clients = `${this.path}/clients`;
    const existing = await this.#findClient(clientId);
    if (existing === undefined) await this.#ensure(what, desired, undefined, clients);
    else await this.#ensure(what, client, existing, clients, existing.id);
    const actual = existing ?? required(await this.#findClient(clientId), clientId);
    const path = `/clients/${actual.id}`;

    const mappers = `${this.path}${path}/protocol-mappers/models`;
    for (const mapper of protocolMappers) {
      const found = actual.protocolMappers?.find(({ name }) => name === mapper.name);
      await this.#ensure(`mapper ${mapper.name} of ${what}`, mapper, found, mappers, found?.id);
    }
    const scopes = (await this.api.get(`${this.path}/client-scopes`, Resources)) ?? [];
    for (const scope of defaultClientScopes.filter((each) => !actual.defaultClientScopes?.includes(each))) {
      const found = scopes.find(({ name }) => name === scope);
      await this.api.send('PUT', `${this.path}${path}/default-client-scopes/${required(found, scope).id}`);
      this.changed(`changed ${what}: added scope ${scope}`);
    }
    const inScope = this.realm.scopeMappings.find((each) => each.client === clientId)?.roles ?? [];
    await this.#realmRoles(`scope of ${what}`, inScope, `${path}/scope-mappings/realm`);
    for (const [owner, mappings] of Object.entries(this.realm.clientScopeMappings)) {
      const roles = mappings.find((each) => each.client === clientId)?.roles ?? [];
      await this.#clientRoles(`scope of ${what}`, roles, owner, `${path}/scope-mappings/clients`);
    }
    for (const { clientRoles } of this.realm.users.filter((user) => user.serviceAccountClientId === clientId)) {
      const account = await this.api.get(`${this.path}${path}/service-account-user`, Resource.pick({ id: true }));
      const { id } = required(account, clientId);
      for (const [owner, roles] of Object.entries(clientRoles))
        await this.#clientRoles(`service account of ${what}`, roles, owner, `/users/${id}/role-mappings/clients`);
    }
  }

  async #userProfile(): Promise<void> {
    const [component] = this.realm.components['org.keycloak.userprofile.UserProfileProvider'] ?? [];
    const desired = Settings.parse(JSON.parse(component?.config['kc.user.profile.config']?.[0] ?? '{}'));
    const path = `${this.path}/users/profile`;
    const actual = await this.api.get(path, Settings);
    const paths = differences(desired, actual);
    if (paths.length === 0) return;
    await this.api.send('PUT', path, merge(desired, actual));
    this.changed(`changed user profile: ${paths.join(', ')}`);
  }

  async #ensureNamed(kind: string, name: string, desired: JsonObject, path: string): Promise<void> {
    await this.#ensure(`${kind} ${name}`, desired, await this.api.get(`${path}/${name}`, Settings), path, name);
  }

  /** `path`: of the collection. `id`: of the existing item. */
  async #ensure(
    what: string,
    desired: JsonObject,
    actual: JsonObject | undefined,
    path: string,
    id?: string,
  ): Promise<void> {
    if (actual === undefined) {
      await this.api.send('POST', path, desired);
      this.changed(`created ${what}`);
      return;
    }
    const paths = differences(desired, actual);
    if (paths.length === 0 || id === undefined) return;
    await this.api.send('PUT', `${path}/${id}`, merge(desired, actual));
    this.changed(`changed ${what}: ${paths.join(', ')}`);
  }

  #realmRoles(what: string, desired: readonly string[], path: string): Promise<void> {
    return this.#roles(what, desired, path, `${this.path}/roles`);
  }

  async #clientRoles(what: string, desired: readonly string[], owner: string, path: string): Promise<void> {
    const { id } = required(await this.#findClient(owner), owner);
    await this.#roles(what, desired, `${path}/${id}`, `${this.path}/clients/${id}/roles`);
  }

  /** Grants the desired roles and revokes all others. `roles`: where they are defined. */
  async #roles(what: string, desired: readonly string[], path: string, roles: string): Promise<void> {
    const held = (await this.api.get(`${this.path}${path}`, Resources)) ?? [];
    const missing = desired.filter((name) => held.every((each) => each.name !== name));
    const surplus = held.filter(({ name }) => !desired.includes(name));
    if (missing.length > 0) {
      const find = async (name: string) => required(await this.api.get(`${roles}/${name}`, Resource), name);
      await this.api.send('POST', `${this.path}${path}`, await Promise.all(missing.map(find)));
      this.changed(`changed ${what}: added ${missing.join(', ')}`);
    }
    if (surplus.length > 0) {
      await this.api.send('DELETE', `${this.path}${path}`, surplus);
      this.changed(`changed ${what}: removed ${surplus.map(({ name }) => name).join(', ')}`);
    }
  }

  async #findClient(clientId: string) {
    const query = `${this.path}/clients?clientId=${encodeURIComponent(clientId)}`;
    const [client] = (await this.api.get(query, Clients)) ?? [];
    return client;
  }
}

function required<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`Keycloak has no ${name}`);
  return found;
}
