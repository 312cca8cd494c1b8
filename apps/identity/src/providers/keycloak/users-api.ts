import { z } from 'zod';
import type { ServiceAccount } from './service-account.js';

const Representation = z.object({
  id: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  enabled: z.boolean().default(true),
  createdTimestamp: z.number().optional(),
});
export type KeycloakUser = z.infer<typeof Representation>;

const Groups = z.array(z.object({ id: z.string(), path: z.string() }));
const Role = z.looseObject({ id: z.string(), name: z.string() });
const Attacked = z.object({ disabled: z.boolean().default(false) });

export const GUESTS = '/guests';
export const REGISTERED = '/registered';
/** A realm role that nobody has by a group. */
export const ADMIN = 'admin';
/** The alias of the identity provider that stands for this service's assertions. */
const ASSERTED = 'earworm-guests';

/** What a guest is called until they have an account; the embedded provider's word. */
const GUEST_NAME = 'Guest';

export interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
}

const NO_CONTENT = [204];
const NO_CONTENT_OR_GONE = [204, 404];

/** The admin routes of users that this service needs. */
export class UsersApi {
  readonly #groups = new Map<string, string>();

  constructor(private readonly account: ServiceAccount) {}

  /** A guest whom assertions call `subject`. One request: the group carries the role. Answers the user's id. */
  createGuest(subject: string): Promise<string> {
    return this.#create('create a guest', {
      username: usernameOf(subject),
      firstName: GUEST_NAME,
      enabled: true,
      groups: [GUESTS],
      federatedIdentities: [{ identityProvider: ASSERTED, userId: subject, userName: subject }],
    });
  }

  /** Throws KeycloakRefused with status 409 when the e-mail is in use. Answers the user's id. */
  createAccount({ email, displayName, password }: NewAccount): Promise<string> {
    return this.#create('create an account', {
      ...{ username: email, email, firstName: displayName, enabled: true, emailVerified: false },
      groups: [REGISTERED],
      credentials: [credentialOf(password)],
    });
  }

  async find(id: string): Promise<KeycloakUser | null> {
    const { status, body } = await this.account.request('read a user', `/users/${uuid(id)}`, {}, [200, 404]);
    return status === 404 ? null : Representation.parse(body);
  }

  async findByEmail(email: string): Promise<KeycloakUser | null> {
    return this.#first({ email });
  }

  async findGuest(subject: string): Promise<KeycloakUser | null> {
    return this.#first({ username: usernameOf(subject) });
  }

  async update(id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    await this.account.request('change a user', `/users/${uuid(id)}`, { method: 'PUT', json: fields }, NO_CONTENT);
  }

  async setPassword(id: string, password: string): Promise<void> {
    const request = { method: 'PUT', json: credentialOf(password) } as const;
    await this.account.request('set a password', `/users/${uuid(id)}/reset-password`, request, NO_CONTENT);
  }

  /** Also when there is no such user any more. */
  async delete(id: string): Promise<void> {
    await this.account.request('delete a user', `/users/${uuid(id)}`, { method: 'DELETE' }, NO_CONTENT_OR_GONE);
  }

  /** Ends every session at Keycloak. */
  async endSessions(id: string): Promise<void> {
    await this.account.request('end sessions', `/users/${uuid(id)}/logout`, { method: 'POST' }, NO_CONTENT_OR_GONE);
  }

  async join(id: string, group: string): Promise<void> {
    const path = `/users/${uuid(id)}/groups/${await this.#groupId(group)}`;
    await this.account.request('join a group', path, { method: 'PUT' }, NO_CONTENT);
  }

  async leave(id: string, group: string): Promise<void> {
    const path = `/users/${uuid(id)}/groups/${await this.#groupId(group)}`;
    await this.account.request('leave a group', path, { method: 'DELETE' }, NO_CONTENT_OR_GONE);
  }

  async groupsOf(id: string): Promise<string[]> {
    const { body } = await this.account.request('read groups', `/users/${uuid(id)}/groups`, {}, [200]);
    return Groups.parse(body).map(({ path }) => path);
  }

  /** Assertions name them no longer. */
  async unlink(id: string): Promise<void> {
    const path = `/users/${uuid(id)}/federated-identity/${ASSERTED}`;
    await this.account.request('unlink a guest', path, { method: 'DELETE' }, NO_CONTENT_OR_GONE);
  }

  /** Whether Keycloak accepts no password of theirs for now, because somebody has guessed too often. */
  async isLocked(id: string): Promise<boolean> {
    const path = `/attack-detection/brute-force/users/${uuid(id)}`;
    const { body } = await this.account.request('read failures', path, {}, [200]);
    return Attacked.parse(body).disabled;
  }

  async unlock(id: string): Promise<void> {
    const path = `/attack-detection/brute-force/users/${uuid(id)}`;
    await this.account.request('clear failures', path, { method: 'DELETE' }, NO_CONTENT_OR_GONE);
  }

  async hasRole(id: string, role: string): Promise<boolean> {
    return (await this.#roles(id, 'composite')).some(({ name }) => name === role);
  }

  /** Idempotent. */
  async setRole(id: string, role: string, has: boolean): Promise<void> {
    const found = (await this.#roles(id, has ? 'available' : 'mapped')).find(({ name }) => name === role);
    if (found === undefined) return;
    const request = { method: has ? 'POST' : 'DELETE', json: [found] } as const;
    await this.account.request('map a role', `/users/${uuid(id)}/role-mappings/realm`, request, NO_CONTENT);
  }

  /** Who has the role of their own, not by a group: at most 1,000. */
  async withRole(role: string): Promise<KeycloakUser[]> {
    const path = `/roles/${encodeURIComponent(role)}/users?max=1000`;
    const { body } = await this.account.request('list the users of a role', path, {}, [200]);
    return z.array(Representation).parse(body);
  }

  /** By Keycloak's own parameters: parts of fields in any case; by user name, which is an account's e-mail address. */
  async list(query: Readonly<Record<string, string>>): Promise<KeycloakUser[]> {
    const path = `/users?${new URLSearchParams({ ...query, briefRepresentation: 'true' })}`;
    const { body } = await this.account.request('list users', path, {}, [200]);
    return z.array(Representation).parse(body);
  }

  async setEnabled(id: string, enabled: boolean): Promise<void> {
    const path = `/users/${uuid(id)}`;
    // The whole user: what a change leaves out may be taken for empty.
    const { body } = await this.account.request('read a user', path, {}, [200]);
    await this.update(id, { ...z.looseObject({}).parse(body), enabled });
  }

  async #roles(id: string, which: 'composite' | 'available' | 'mapped') {
    const path = `/users/${uuid(id)}/role-mappings/realm${which === 'mapped' ? '' : `/${which}`}`;
    const { body } = await this.account.request('read roles', path, {}, [200]);
    return z.array(Role).parse(body);
  }

  async #create(asked: string, json: unknown): Promise<string> {
    const { location } = await this.account.request(asked, '/users', { method: 'POST', json }, [201]);
    const id = location?.split('/').at(-1);
    if (!id) throw new Error('Keycloak has created a user and does not say which');
    return id;
  }

  async #first(by: Readonly<Record<string, string>>): Promise<KeycloakUser | null> {
    const query = new URLSearchParams({ ...by, exact: 'true', max: '1' });
    const { body } = await this.account.request('find a user', `/users?${query}`, {}, [200]);
    return z.array(Representation).parse(body)[0] ?? null;
  }

  async #groupId(path: string): Promise<string> {
    const known = this.#groups.get(path);
    if (known !== undefined) return known;
    const { body } = await this.account.request('find a group', `/group-by-path${path}`, {}, [200]);
    const { id } = z.object({ id: z.string() }).parse(body);
    this.#groups.set(path, id);
    return id;
  }
}

const usernameOf = (subject: string): string => `guest-${subject}`;
const credentialOf = (value: string) => ({ type: 'password', value, temporary: false });

/** An id becomes part of a path: nothing but what Keycloak gives may. */
function uuid(id: string): string {
  return z.guid().parse(id);
}
