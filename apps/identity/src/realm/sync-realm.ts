import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AdminApi, RealmError } from './admin-api.js';
import { differences, isObject, type Json, type JsonObject, merge, textOf } from './difference.js';
import { type Client, MARK, readRealm, type Realm, RESOURCES } from './realm-file.js';
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

const Resource = z.object({ id: z.string(), name: z.string() }).catchall(z.json());
type Resource = z.infer<typeof Resource>;
const Resources = z.array(Resource);
const Id = Resource.pick({ id: true });
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

/** Whether all settings of the realm are Earworm's, or only its own roles, groups, clients and identity provider. */
type Ownership = 'created' | 'adopted';

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
  if (existing !== undefined || !dryRun) await new RealmSync(api, path, realm, ownership, changes).run();
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
    `The realm "${String(realm['realm'])}" was not created by Earworm. Give Earworm a realm of its own with KEYCLOAK_REALM, ` +
      'or add --adopt: then it changes only its own roles, groups, clients and identity provider. Look first with --dry-run --adopt.',
  );
}

class Changes {
  count = 0;

  constructor(
    private readonly api: AdminApi,
    private readonly report: (line: string) => void,
    readonly dryRun: boolean,
  ) {}

  /** `body` is made only if the change is. */
  async make(line: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Json | (() => Promise<Json>)) {
    this.count++;
    this.report(line);
    if (!this.dryRun) await this.api.send(method, path, typeof body === 'function' ? await body() : body);
  }

  /** Reports what stays. */
  note(line: string): void {
    this.report(line);
  }
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
  /** In this run, so that its notes are printed once. */
  #isFirstAdoption = false;

  constructor(
    private readonly api: AdminApi,
    private readonly path: string,
    private readonly realm: Realm,
    private readonly ownership: Ownership,
    private readonly changes: Changes,
  ) {}

  async run(): Promise<void> {
    const { roles, groups, identityProviders, clients } = this.realm;
    await this.#settings();
    for (const role of roles.realm) await this.#role(role);
    for (const group of groups) await this.#group(group);
    const providers = `${this.path}/identity-provider/instances`;
    for (const provider of identityProviders) {
      const { alias } = provider;
      const actual = await this.api.get(`${providers}/${alias}`, Settings);
      await this.#ensure(`identity provider ${alias}`, provider, actual, providers, alias);
    }
    for (const client of clients) await this.#client(client);
    if (this.ownership === 'created') await this.#userProfile();
  }

  async #settings(): Promise<void> {
    const { realm: name, smtpServer: mail, attributes, ...rest } = this.realm;
    const others = Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(RESOURCES, key)));
    const own: JsonObject =
      this.ownership === 'created' ? { ...others, attributes } : { attributes: { [MARK]: 'adopted' } };
    const desired: JsonObject = this.ownership === 'created' ? { ...own, smtpServer: mail } : own;
    const actual = (await this.api.get(this.path, Settings)) ?? {};
    const found = [
      ...differences(own, actual),
      ...differences(withoutPassword(desired['smtpServer']), actual['smtpServer'], 'smtpServer'),
    ];
    if (found.length === 0) return;
    this.#isFirstAdoption = this.ownership === 'adopted';
    const keys = new Set(found.map(({ path }) => path.split('.', 1)[0] ?? ''));
    if (found.some(({ path }) => path === `attributes.${MAIL_HASH}`)) keys.add('smtpServer');
    const wanted = [...keys].map((key) => [key, merge(desired[key], actual[key])] as const);
    await this.changes.make(
      `changed realm ${name}: ${found.map(textOf).join(', ')}`,
      'PUT',
      this.path,
      Object.fromEntries(wanted),
    );
  }

  async #role(role: Realm['roles']['realm'][number]): Promise<void> {
    const roles = `${this.path}/roles`;
    const actual = await this.api.get(`${roles}/${role.name}`, Settings);
    if (actual !== undefined && this.ownership === 'adopted') {
      if (this.#isFirstAdoption)
        this.changes.note(`uses role ${role.name} of the realm: whoever has it has it in Earworm, too`);
      return;
    }
    await this.#ensure(`role ${role.name}`, role, actual, roles, role.name);
  }

  async #group({ realmRoles, ...group }: Realm['groups'][number]): Promise<void> {
    const find = () => this.api.get(`${this.path}/group-by-path${group.path}`, Resource);
    const what = `group ${group.path}`;
    const existing = await find();
    await this.#ensure(what, group, existing, `${this.path}/groups`);
    const found = existing ?? (await find());
    await this.#realmRoles(what, realmRoles, this.#below(found && `/groups/${found.id}`, '/role-mappings/realm'));
  }

  async #client(desired: Client): Promise<void> {
    const { defaultClientScopes, optionalClientScopes: _, protocolMappers, ...client } = desired;
    const { clientId } = client;
    const what = `client ${clientId}`;
    const clients = `${this.path}/clients`;
    const existing = await this.#findClient(clientId);
    if (existing === undefined) await this.#ensure(what, desired, undefined, clients);
    else await this.#ensure(what, client, existing, clients, existing.id);
    const actual = existing ?? (await this.#findClient(clientId));
    const path = actual && `/clients/${actual.id}`;

    if (actual !== undefined) {
      const mappers = `${this.path}${path}/protocol-mappers/models`;
      for (const mapper of protocolMappers) {
        const found = actual.protocolMappers?.find(({ name }) => name === mapper.name);
        await this.#ensure(`mapper ${mapper.name} of ${what}`, mapper, found, mappers, found?.id);
      }
      const scopes = (await this.api.get(`${this.path}/client-scopes`, Resources)) ?? [];
      for (const scope of defaultClientScopes.filter((each) => !actual.defaultClientScopes?.includes(each))) {
        const { id } = required(
          scopes.find(({ name }) => name === scope),
          scope,
        );
        await this.changes.make(
          `changed ${what}: added scope ${scope}`,
          'PUT',
          `${this.path}${path}/default-client-scopes/${id}`,
        );
      }
    }
    const inScope = this.realm.scopeMappings.find((each) => each.client === clientId)?.roles ?? [];
    await this.#realmRoles(`scope of ${what}`, inScope, this.#below(path, '/scope-mappings/realm'));
    for (const [owner, mappings] of Object.entries(this.realm.clientScopeMappings)) {
      const roles = mappings.find((each) => each.client === clientId)?.roles ?? [];
      await this.#clientRoles(`scope of ${what}`, roles, owner, this.#below(path, '/scope-mappings/clients'));
    }
    for (const { clientRoles } of this.realm.users.filter((user) => user.serviceAccountClientId === clientId)) {
      const account = path && (await this.api.get(`${this.path}${path}/service-account-user`, Id));
      const mappings = this.#below(account && `/users/${account.id}`, '/role-mappings/clients');
      for (const [owner, roles] of Object.entries(clientRoles))
        await this.#clientRoles(`service account of ${what}`, roles, owner, mappings);
    }
  }

  async #userProfile(): Promise<void> {
    const [component] = this.realm.components['org.keycloak.userprofile.UserProfileProvider'] ?? [];
    const desired = Settings.parse(JSON.parse(component?.config['kc.user.profile.config']?.[0] ?? '{}'));
    const path = `${this.path}/users/profile`;
    const actual = await this.api.get(path, Settings);
    const found = differences(desired, actual);
    if (found.length === 0) return;
    const line = `changed user profile: ${found.map(textOf).join(', ')}`;
    await this.changes.make(line, 'PUT', path, merge(desired, actual) as JsonObject);
  }

  /** `path`: of the collection. `id`: of the existing item. */
  async #ensure(
    what: string,
    desired: JsonObject,
    actual: JsonObject | undefined,
    path: string,
    id?: string,
  ): Promise<void> {
    if (actual === undefined) return this.changes.make(`created ${what}`, 'POST', path, desired);
    const found = differences(desired, actual);
    if (found.length === 0 || id === undefined) return;
    const line = `changed ${what}: ${found.map(textOf).join(', ')}`;
    await this.changes.make(line, 'PUT', `${path}/${id}`, merge(desired, actual) as JsonObject);
  }

  /** Null: the item would be created. */
  #below(item: string | undefined, path: string): string | null {
    if (item !== undefined) return `${this.path}${item}${path}`;
    if (this.changes.dryRun) return null;
    throw new Error(`Keycloak lacks what was just created: there is no ${path}`);
  }

  #realmRoles(what: string, desired: readonly string[], path: string | null): Promise<void> {
    return this.#roles(what, desired, path, `${this.path}/roles`);
  }

  async #clientRoles(what: string, desired: readonly string[], owner: string, path: string | null): Promise<void> {
    const { id } = required(await this.#findClient(owner), owner);
    await this.#roles(what, desired, path && `${path}/${id}`, `${this.path}/clients/${id}/roles`);
  }

  /** Grants the desired roles and, unless the realm is adopted, revokes all others. `roles`: where they are defined. */
  async #roles(what: string, desired: readonly string[], path: string | null, roles: string): Promise<void> {
    const held = (path !== null && (await this.api.get(path, Resources))) || [];
    const missing = desired.filter((name) => held.every((each) => each.name !== name));
    const surplus = this.ownership === 'adopted' ? [] : held.filter(({ name }) => !desired.includes(name));
    const find = async (name: string) => required(await this.api.get(`${roles}/${name}`, Resource), name);
    if (missing.length > 0)
      await this.changes.make(`changed ${what}: added ${missing.join(', ')}`, 'POST', path ?? '', () =>
        Promise.all(missing.map(find)),
      );
    if (surplus.length > 0)
      await this.changes.make(
        `changed ${what}: removed ${surplus.map(({ name }) => name).join(', ')}`,
        'DELETE',
        path ?? '',
        surplus,
      );
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
