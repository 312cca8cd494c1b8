import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import type { Changes } from './changes.js';
import { differences, type JsonObject, merge, textOf } from './difference.js';
import { type Client, MARK, type Realm, RESOURCES } from './realm-file.js';
import { MAIL_HASH, withoutPassword } from './smtp-server.js';

const Resource = z.object({ id: z.string(), name: z.string() }).catchall(z.json());
type Resource = z.infer<typeof Resource>;
const Resources = z.array(Resource);
const Id = Resource.pick({ id: true });
const Settings = z.record(z.string(), z.json());
const Clients = z.array(
  z
    .object({
      id: z.string(),
      protocolMappers: Resources.optional(),
      defaultClientScopes: z.array(z.string()).optional(),
    })
    .catchall(z.json()),
);

/** Without roles and scopes an attribute is always required. */
const Requirement = z.looseObject({ roles: z.array(z.string()).default([]), scopes: z.array(z.string()).default([]) });
const Attribute = z.object({ name: z.string(), required: z.json().optional() }).catchall(z.json());
const UserProfile = z.object({ attributes: z.array(Attribute) }).catchall(z.json());
/** Attributes of the user profile that the identity service gives to accounts. */
const OF_ACCOUNTS = ['username', 'email', 'firstName'];
/** And to guests, of whom Keycloak asks nothing at their sign-in. */
const OF_GUESTS = ['username', 'firstName'];

/** Whether guests cannot be created, or accounts not sign in, as they lack the attribute. */
function blocks({ name, required }: z.infer<typeof Attribute>): boolean {
  if (required === undefined) return false;
  const { roles, scopes } = Requirement.parse(required);
  const isForAdministrators = roles.includes('admin') || (roles.length === 0 && scopes.length === 0);
  return !OF_ACCOUNTS.includes(name) || (isForAdministrators && !OF_GUESTS.includes(name));
}

/** Whether all settings of the realm are Earworm's, or only its own roles, groups, clients and identity provider, and what keeps its users out. */
export type Ownership = 'created' | 'adopted';

/** Brings an existing realm to the realm file. */
export class RealmUpdate {
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
    await (this.ownership === 'created' ? this.#userProfile() : this.#permitIncompleteUsers());
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
        this.changes.note(`uses role ${role.name} of the realm: who has it there has it in Earworm, too`);
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

  /** Guests and accounts lack attributes that the realm may require: Keycloak's own profile requires a last name. */
  async #permitIncompleteUsers(): Promise<void> {
    const path = `${this.path}/users/profile`;
    const profile = (await this.api.get(path, UserProfile)) ?? { attributes: [] };
    const blocking = profile.attributes.filter(blocks).map(({ name }) => name);
    if (blocking.length === 0) return;
    const attributes = profile.attributes.map(({ required, ...attribute }) =>
      blocking.includes(attribute.name) || required === undefined ? attribute : { ...attribute, required },
    );
    const line = `changed user profile: no longer required: ${blocking.join(', ')}`;
    await this.changes.make(line, 'PUT', path, { ...profile, attributes });
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
