import { randomBytes } from 'node:crypto';
import type { AdminApi } from './admin-api.js';
import { differences, type Json, type JsonObject, merge } from './difference.js';
import { type Client, readRealm, type Realm } from './realm-file.js';
import { MAIL_HASH, passwordHash, smtpServer, withoutPassword } from './smtp-server.js';

/** What differs from one installation to the next. */
export interface RealmSettings {
  /** The realm's name. */
  readonly realm: string;
  /** The origin of the web app. */
  readonly publicUrl: string;
  /** Further origins at which people open it. */
  readonly origins?: readonly string[];
  /** The identity service's public keys, as Keycloak reaches them. */
  readonly assertionKeysUrl: string;
  /** Of both confidential clients. Default: what they have; a new realm gets a random one. */
  readonly clientSecret?: string;
  /** For mail that Keycloak itself sends. Default: left as it is. */
  readonly mail?: { readonly url: string; readonly from: string };
}

export interface SyncOutcome {
  /** Nothing was there and nothing was given, so this one was made. */
  readonly newClientSecret: string | null;
  readonly changes: number;
}

const SECRET_CLIENT = 'earworm-identity';

/**
 * Makes a realm what the realm file says, and creates it if it is missing; a second run changes nothing. What the file does
 * not name stays as it is, such as users, other clients and further settings. Roles are the exception: groups, service
 * accounts and scopes of the file have those that it gives them and no others. `report` gets a line for every change, without
 * values.
 */
export async function syncRealm(
  api: AdminApi,
  settings: RealmSettings,
  report: (line: string) => void,
): Promise<SyncOutcome> {
  const path = `/${encodeURIComponent(settings.realm)}`;
  const present = await api.get<JsonObject>(path);
  const known = settings.clientSecret ?? (present && (await secretOf(api, path)));
  const newClientSecret = known === undefined ? randomBytes(32).toString('base64url') : null;
  const realm = desiredRealm(settings, known ?? newClientSecret ?? '');
  let changes = 0;
  const changed = (line: string) => {
    changes++;
    report(line);
  };
  if (present === undefined) {
    await api.send('POST', '', realm as unknown as Json);
    api.renewToken();
    changed(`created realm ${settings.realm}`);
  }
  await new RealmSync(api, path, realm, changed).run();
  return { newClientSecret, changes };
}

async function secretOf(api: AdminApi, path: string): Promise<string | undefined> {
  const [client] = (await api.get<{ secret?: string }[]>(`${path}/clients?clientId=${SECRET_CLIENT}`)) ?? [];
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
  const attributes = { ...(realm['attributes'] as JsonObject), [MAIL_HASH]: passwordHash(mail, settings.realm) };
  return { ...realm, clients, attributes, smtpServer: smtpServer(mail) };
}

/** What of the realm has resources of its own; all else are settings. */
const PARTS: readonly string[] = [
  'roles',
  'groups',
  'clients',
  'scopeMappings',
  'clientScopeMappings',
  'users',
  'identityProviders',
  'components',
];

interface Identified {
  readonly id: string;
  readonly name: string;
}

type ActualClient = Identified & {
  readonly protocolMappers?: readonly Identified[];
  readonly defaultClientScopes?: readonly string[];
};

class RealmSync {
  constructor(
    private readonly api: AdminApi,
    private readonly path: string,
    private readonly realm: Realm,
    private readonly changed: (line: string) => void,
  ) {}

  async run(): Promise<void> {
    await this.#settings();
    for (const role of this.realm.roles.realm) {
      const path = `${this.path}/roles`;
      await this.#ensure(`role ${role.name}`, role, await this.api.get(`${path}/${role.name}`), path, role.name);
    }
    for (const group of this.realm.groups) await this.#group(group);
    for (const provider of this.realm.identityProviders) {
      const path = `${this.path}/identity-provider/instances`;
      const actual = await this.api.get<object>(`${path}/${provider.alias}`);
      await this.#ensure(`identity provider ${provider.alias}`, provider, actual, path, provider.alias);
    }
    for (const client of this.realm.clients) await this.#client(client);
    await this.#userProfile();
  }

  async #settings(): Promise<void> {
    const { realm: name, ...all } = this.realm;
    const desired = Object.fromEntries(Object.entries(all as JsonObject).filter(([key]) => !PARTS.includes(key)));
    const actual = (await this.api.get<JsonObject>(this.path)) ?? {};
    const { smtpServer, ...others } = desired;
    const paths = [
      ...differences(others, actual),
      ...differences(withoutPassword(smtpServer), actual['smtpServer'], 'smtpServer'),
    ];
    if (paths.length === 0) return;
    const keys = new Set(paths.map((path) => path.split('.', 1)[0] ?? ''));
    if (paths.includes(`attributes.${MAIL_HASH}`)) keys.add('smtpServer');
    const wanted = [...keys].map((key) => [key, merge(desired[key], actual[key])] as const);
    await this.api.send('PUT', this.path, Object.fromEntries(wanted));
    this.changed(`changed realm ${name}: ${paths.join(', ')}`);
  }

  async #group({ realmRoles, ...group }: Realm['groups'][number]): Promise<void> {
    const find = () => this.api.get<Identified>(`${this.path}/group-by-path${group.path}`);
    await this.#ensure(`group ${group.path}`, group, await find(), `${this.path}/groups`);
    const { id } = needed(await find(), group.path);
    await this.#realmRoles(`group ${group.path}`, realmRoles, `/groups/${id}/role-mappings/realm`);
  }

  async #client({ defaultClientScopes, optionalClientScopes, protocolMappers, ...client }: Client): Promise<void> {
    const { clientId } = client;
    const what = `client ${clientId}`;
    const whole = { ...client, defaultClientScopes, optionalClientScopes, protocolMappers };
    const actual = await this.#clientOf(clientId);
    if (actual === undefined) await this.#ensure(what, whole, undefined, `${this.path}/clients`);
    else await this.#ensure(what, client, actual, `${this.path}/clients`, actual.id);
    const present = actual ?? needed(await this.#clientOf(clientId), clientId);
    const path = `/clients/${present.id}`;

    const mappers = `${this.path}${path}/protocol-mappers/models`;
    for (const mapper of protocolMappers) {
      const known = present.protocolMappers?.find(({ name }) => name === mapper.name);
      await this.#ensure(`mapper ${mapper.name} of ${what}`, mapper, known, mappers, known?.id);
    }
    const scopes = (await this.api.get<Identified[]>(`${this.path}/client-scopes`)) ?? [];
    for (const name of defaultClientScopes.filter((each) => !present.defaultClientScopes?.includes(each))) {
      const { id } = needed(
        scopes.find((scope) => scope.name === name),
        name,
      );
      await this.api.send('PUT', `${this.path}${path}/default-client-scopes/${id}`);
      this.changed(`changed ${what}: added scope ${name}`);
    }
    const inScope = this.realm.scopeMappings.find((each) => each.client === clientId)?.roles ?? [];
    await this.#realmRoles(`scope of ${what}`, inScope, `${path}/scope-mappings/realm`);
    for (const [owner, mappings] of Object.entries(this.realm.clientScopeMappings)) {
      const roles = mappings.find((each) => each.client === clientId)?.roles ?? [];
      await this.#clientRoles(`scope of ${what}`, roles, owner, `${path}/scope-mappings/clients`);
    }
    for (const { clientRoles } of this.realm.users.filter((user) => user.serviceAccountClientId === clientId)) {
      const user = needed(await this.api.get<Identified>(`${this.path}${path}/service-account-user`), clientId);
      for (const [owner, roles] of Object.entries(clientRoles))
        await this.#clientRoles(`service account of ${what}`, roles, owner, `/users/${user.id}/role-mappings/clients`);
    }
  }

  async #userProfile(): Promise<void> {
    const [component] = this.realm.components['org.keycloak.userprofile.UserProfileProvider'] ?? [];
    const config = component?.['config'] as Readonly<Record<string, readonly string[]>> | undefined;
    const desired = JSON.parse(config?.['kc.user.profile.config']?.[0] ?? '{}') as JsonObject;
    const actual = await this.api.get<JsonObject>(`${this.path}/users/profile`);
    const paths = differences(desired, actual);
    if (paths.length === 0) return;
    await this.api.send('PUT', `${this.path}/users/profile`, merge(desired, actual));
    this.changed(`changed user profile: ${paths.join(', ')}`);
  }

  /** `path`: of all of its kind. `id`: how the one that is there is addressed below that. */
  async #ensure(
    what: string,
    desired: JsonObject,
    actual: object | undefined,
    path: string,
    id?: string,
  ): Promise<void> {
    if (actual === undefined) {
      await this.api.send('POST', path, desired);
      this.changed(`created ${what}`);
      return;
    }
    const paths = differences(desired, actual as JsonObject);
    if (paths.length === 0 || id === undefined) return;
    await this.api.send('PUT', `${path}/${id}`, merge(desired, actual as JsonObject));
    this.changed(`changed ${what}: ${paths.join(', ')}`);
  }

  #realmRoles(what: string, desired: readonly string[], path: string): Promise<void> {
    return this.#roles(what, desired, path, (name) => this.api.get(`${this.path}/roles/${name}`));
  }

  async #clientRoles(what: string, desired: readonly string[], owner: string, path: string): Promise<void> {
    const { id } = needed(await this.#clientOf(owner), owner);
    const role = (name: string) => this.api.get<Identified>(`${this.path}/clients/${id}/roles/${name}`);
    await this.#roles(what, desired, `${path}/${id}`, role);
  }

  /** Gives a holder of roles those that are desired, and takes all others. */
  async #roles(
    what: string,
    desired: readonly string[],
    path: string,
    role: (name: string) => Promise<Identified | undefined>,
  ): Promise<void> {
    const held = (await this.api.get<(Identified & JsonObject)[]>(`${this.path}${path}`)) ?? [];
    const missing = desired.filter((name) => held.every((each) => each.name !== name));
    const surplus = held.filter(({ name }) => !desired.includes(name));
    if (missing.length > 0) {
      const roles = await Promise.all(missing.map(async (name) => needed(await role(name), name)));
      await this.api.send('POST', `${this.path}${path}`, roles as unknown as Json);
      this.changed(`changed ${what}: added ${missing.join(', ')}`);
    }
    if (surplus.length > 0) {
      await this.api.send('DELETE', `${this.path}${path}`, surplus);
      this.changed(`changed ${what}: removed ${surplus.map(({ name }) => name).join(', ')}`);
    }
  }

  async #clientOf(clientId: string) {
    const query = `${this.path}/clients?clientId=${encodeURIComponent(clientId)}`;
    const [client] = (await this.api.get<ActualClient[]>(query)) ?? [];
    return client;
  }
}

function needed<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`Keycloak has no ${name}`);
  return found;
}
