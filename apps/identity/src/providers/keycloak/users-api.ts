import { z } from 'zod';
import type { KeycloakRequest } from './keycloak-http.js';
import type { ServiceAccount } from './service-account.js';

const User = z.object({
  id: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  enabled: z.boolean().default(true),
  createdTimestamp: z.number().optional(),
});
export type KeycloakUser = z.infer<typeof User>;

const Users = z.array(User);
const Group = z.object({ id: z.string(), path: z.string() });
const Role = z.looseObject({ id: z.string(), name: z.string() });
const BruteForceStatus = z.object({ disabled: z.boolean().default(false) });

export const GUESTS = '/guests';
export const REGISTERED = '/registered';
/** A realm role that no group carries. */
export const ADMIN = 'admin';
const ASSERTED = 'earworm-guests';
const GUEST_NAME = 'Guest';

export interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
}

type Query = Readonly<Record<string, string>>;

export class UsersApi {
  readonly #groupIds = new Map<string, string>();

  constructor(private readonly account: ServiceAccount) {}

  /** Returns the user id. One request: the group carries the role. */
  createGuest(subject: string): Promise<string> {
    return this.#create('create a guest', {
      username: usernameOf(subject),
      firstName: GUEST_NAME,
      enabled: true,
      groups: [GUESTS],
      federatedIdentities: [{ identityProvider: ASSERTED, userId: subject, userName: subject }],
    });
  }

  /** Returns the user id. Throws KeycloakRefused with status 409 for an e-mail in use. */
  createAccount({ email, displayName, password }: NewAccount): Promise<string> {
    return this.#create('create an account', {
      username: email,
      email,
      firstName: displayName,
      enabled: true,
      emailVerified: false,
      groups: [REGISTERED],
      credentials: [credentialOf(password)],
    });
  }

  async find(id: string): Promise<KeycloakUser | null> {
    const { status, body } = await this.account.request('read a user', pathOf(id), {}, [200, 404]);
    return status === 404 ? null : User.parse(body);
  }

  findByEmail(email: string): Promise<KeycloakUser | null> {
    return this.#findFirst({ email });
  }

  findGuest(subject: string): Promise<KeycloakUser | null> {
    return this.#findFirst({ username: usernameOf(subject) });
  }

  update(id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#change('change a user', pathOf(id), { method: 'PUT', json: fields });
  }

  setPassword(id: string, password: string): Promise<void> {
    const json = credentialOf(password);
    return this.#change('set a password', `${pathOf(id)}/reset-password`, { method: 'PUT', json });
  }

  /** Idempotent, like `leave`, `unlink` and `unlock`. */
  delete(id: string): Promise<void> {
    return this.#remove('delete a user', pathOf(id));
  }

  /** All of the user at Keycloak; of an unknown user none. */
  endSessions(id: string): Promise<void> {
    return this.#change('end sessions', `${pathOf(id)}/logout`, { method: 'POST' }, [204, 404]);
  }

  async join(id: string, group: string): Promise<void> {
    await this.#change('join a group', `${pathOf(id)}/groups/${await this.#groupId(group)}`, { method: 'PUT' });
  }

  async leave(id: string, group: string): Promise<void> {
    await this.#remove('leave a group', `${pathOf(id)}/groups/${await this.#groupId(group)}`);
  }

  async groupsOf(id: string): Promise<string[]> {
    const groups = await this.#read('read groups', `${pathOf(id)}/groups`, z.array(Group));
    return groups.map(({ path }) => path);
  }

  unlink(id: string): Promise<void> {
    return this.#remove('unlink a guest', `${pathOf(id)}/federated-identity/${ASSERTED}`);
  }

  /** After too many wrong passwords; the right one is refused, too. */
  async isLocked(id: string): Promise<boolean> {
    return (await this.#read('read failures', bruteForceOf(id), BruteForceStatus)).disabled;
  }

  unlock(id: string): Promise<void> {
    return this.#remove('clear failures', bruteForceOf(id));
  }

  async hasRole(id: string, role: string): Promise<boolean> {
    return (await this.#roles(id, '/composite')).some(({ name }) => name === role);
  }

  async setRole(id: string, role: string, has: boolean): Promise<void> {
    const found = (await this.#roles(id, has ? '/available' : '')).find(({ name }) => name === role);
    if (found === undefined) return;
    const request = { method: has ? 'POST' : 'DELETE', json: [found] } as const;
    await this.#change('map a role', `${pathOf(id)}/role-mappings/realm`, request);
  }

  /** Users with the role itself, not by a group: at most 1,000. */
  withRole(role: string): Promise<KeycloakUser[]> {
    return this.#read('list the users of a role', `/roles/${encodeURIComponent(role)}/users?max=1000`, Users);
  }

  /** By Keycloak's parameters: parts of fields, ignoring case; ordered by user name, which is an account's e-mail. */
  list(query: Query): Promise<KeycloakUser[]> {
    return this.#read('list users', `/users?${new URLSearchParams({ ...query, briefRepresentation: 'true' })}`, Users);
  }

  async setEnabled(id: string, enabled: boolean): Promise<void> {
    // The whole user: missing fields may be cleared.
    const user = await this.#read('read a user', pathOf(id), z.looseObject({}));
    await this.update(id, { ...user, enabled });
  }

  #roles(id: string, which: '/composite' | '/available' | '') {
    return this.#read('read roles', `${pathOf(id)}/role-mappings/realm${which}`, z.array(Role));
  }

  async #create(operation: string, json: unknown): Promise<string> {
    const { location } = await this.account.request(operation, '/users', { method: 'POST', json }, [201]);
    const id = location?.split('/').at(-1);
    if (!id) throw new Error('Keycloak has created a user without returning its id');
    return id;
  }

  async #findFirst(by: Query): Promise<KeycloakUser | null> {
    const query = new URLSearchParams({ ...by, exact: 'true', max: '1' });
    return (await this.#read('find a user', `/users?${query}`, Users))[0] ?? null;
  }

  async #groupId(path: string): Promise<string> {
    const cached = this.#groupIds.get(path);
    if (cached !== undefined) return cached;
    const { id } = await this.#read('find a group', `/group-by-path${path}`, Group.pick({ id: true }));
    this.#groupIds.set(path, id);
    return id;
  }

  async #read<T>(operation: string, path: string, schema: z.ZodType<T>): Promise<T> {
    const { body } = await this.account.request(operation, path, {}, [200]);
    return schema.parse(body);
  }

  async #change(operation: string, path: string, request: KeycloakRequest, expected = [204]): Promise<void> {
    await this.account.request(operation, path, request, expected);
  }

  #remove(operation: string, path: string): Promise<void> {
    return this.#change(operation, path, { method: 'DELETE' }, [204, 404]);
  }
}

const usernameOf = (subject: string): string => `guest-${subject}`;
const credentialOf = (value: string) => ({ type: 'password', value, temporary: false });

/** Validated, because it becomes part of a path. */
const uuid = (id: string): string => z.guid().parse(id);
const pathOf = (id: string): string => `/users/${uuid(id)}`;
const bruteForceOf = (id: string): string => `/attack-detection/brute-force/users/${uuid(id)}`;
