import { readFileSync } from 'node:fs';
import { RealmError } from './admin-api.js';
import type { Json, JsonObject } from './difference.js';

/** The realm as code; Keycloak imports the same file. */
export const REALM_FILE = new URL('../../../../deploy/keycloak/realm.json', import.meta.url);

type Named = JsonObject & { readonly name: string };
type Roles = readonly string[];
/** Which of somebody's roles a client's tokens may carry. */
type ScopeMapping = { readonly client: string; readonly roles: Roles };
export type Client = JsonObject & {
  readonly clientId: string;
  readonly secret?: string;
  readonly redirectUris: readonly string[];
  readonly defaultClientScopes: readonly string[];
  readonly optionalClientScopes: readonly string[];
  readonly protocolMappers: readonly Named[];
};

/** Those parts of Keycloak's RealmRepresentation that the file has and that are not plain settings of the realm. */
interface RealmParts {
  readonly roles: { readonly realm: readonly Named[] };
  readonly groups: readonly (JsonObject & { readonly path: string; readonly realmRoles: Roles })[];
  readonly clients: readonly Client[];
  readonly scopeMappings: readonly ScopeMapping[];
  readonly clientScopeMappings: Readonly<Record<string, readonly ScopeMapping[]>>;
  /** Service accounts, for their roles of other clients. */
  readonly users: readonly {
    readonly serviceAccountClientId: string;
    readonly clientRoles: Readonly<Record<string, Roles>>;
  }[];
  readonly identityProviders: readonly (JsonObject & { readonly alias: string })[];
  readonly components: Readonly<Record<string, readonly JsonObject[]>>;
}
export type Realm = RealmParts & { readonly realm: string } & JsonObject;

/**
 * Reads the file and fills in its placeholders as Keycloak's import does: `${NAME}` and `${NAME:default}`. Names of
 * variables are upper case; Keycloak's own message keys, such as `${username}`, stay.
 */
export function readRealm(variables: Readonly<Record<string, string | undefined>>, file: URL = REALM_FILE): Realm {
  const fill = (value: Json | undefined): Json | undefined => {
    if (typeof value === 'string') return value.replace(/\$\{([A-Z_]+)(?::([^}]*))?\}/g, filled);
    if (Array.isArray(value)) return value.map((each: Json) => fill(each) ?? null);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each as Json)]));
  };
  const filled = (_: string, name: string, byDefault: string | undefined): string => {
    const value = variables[name] ?? byDefault;
    if (value === undefined) throw new RealmError(`The realm needs ${name}, which is not set.`);
    return value;
  };
  return fill(JSON.parse(readFileSync(file, 'utf8')) as Json) as unknown as Realm;
}
