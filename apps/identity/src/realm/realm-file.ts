import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RealmError } from './admin-api.js';

/** The realm attribute that says whose the realm's settings are: `created` by Earworm or `adopted`. */
export const MARK = 'earwormRealm';

/** The realm as code, in the format of Keycloak's import. */
export const REALM_FILE = new URL('../../../../deploy/keycloak/realm.json', import.meta.url);

const Roles = z.array(z.string());
const Named = z.object({ name: z.string() }).catchall(z.json());
/** The roles that tokens of a client may carry. */
const ScopeMapping = z.object({ client: z.string(), roles: Roles });
const Client = z
  .object({
    clientId: z.string(),
    secret: z.string().optional(),
    redirectUris: z.array(z.string()),
    defaultClientScopes: z.array(z.string()),
    optionalClientScopes: z.array(z.string()),
    protocolMappers: z.array(Named),
  })
  .catchall(z.json());

/** What of Keycloak's RealmRepresentation has its own routes. All other keys are settings of the realm. */
export const RESOURCES = {
  roles: z.object({ realm: z.array(Named) }),
  groups: z.array(z.object({ path: z.string(), realmRoles: Roles }).catchall(z.json())),
  clients: z.array(Client),
  scopeMappings: z.array(ScopeMapping),
  clientScopeMappings: z.record(z.string(), z.array(ScopeMapping)),
  users: z.array(
    z.object({ serviceAccountClientId: z.string(), clientRoles: z.record(z.string(), Roles) }).catchall(z.json()),
  ),
  identityProviders: z.array(z.object({ alias: z.string() }).catchall(z.json())),
  components: z.record(
    z.string(),
    z.array(z.object({ config: z.record(z.string(), z.array(z.string())) }).catchall(z.json())),
  ),
};
const Realm = z
  .object({ realm: z.string(), attributes: z.record(z.string(), z.json()), ...RESOURCES })
  .catchall(z.json());
export type Realm = z.infer<typeof Realm>;
export type Client = z.infer<typeof Client>;

/** Fills in `${NAME}` and `${NAME:default}` as Keycloak's import does. Its message keys, such as `${username}`, stay. */
export function readRealm(variables: Readonly<Record<string, string | undefined>>, file: URL = REALM_FILE): Realm {
  const filled = (_: string, name: string, byDefault: string | undefined): string => {
    const value = variables[name] ?? byDefault;
    if (value === undefined) throw new RealmError(`The realm needs ${name}, which is not set.`);
    return value;
  };
  const fill = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(/\$\{([A-Z_]+)(?::([^}]*))?\}/g, filled) : value;
  return Realm.parse(JSON.parse(readFileSync(file, 'utf8'), fill));
}
