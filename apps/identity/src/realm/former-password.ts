import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AdminApi, type AdminApiOptions, RealmError } from './admin-api.js';

const Users = z.array(z.object({ id: z.string() }));

/**
 * Where Keycloak does not accept the administrator's password, but the one in `file`, it gets the password of `options`.
 * An empty or missing file holds none. Resolves with whether it was replaced.
 */
export async function replaceFormerPassword(options: AdminApiOptions, file: string): Promise<boolean> {
  const { adminRealm, credentials } = options;
  const former = (await readFile(file, 'utf8').catch(emptyIfMissing)).trim();
  if (former === '' || !('username' in credentials)) return false;
  const realm = `/${encodeURIComponent(adminRealm)}`;
  if (await new AdminApi(options).isAccepted()) return false;
  const before = new AdminApi({ ...options, credentials: { ...credentials, password: former } });
  // The next request gives the reason.
  if (!(await before.isAccepted())) return false;
  const search = new URLSearchParams({ username: credentials.username, exact: 'true' });
  const [user] = (await before.get(`${realm}/users?${search}`, Users)) ?? [];
  if (user === undefined) throw new RealmError(`Keycloak does not list the administrator "${credentials.username}".`);
  const password = { type: 'password', temporary: false, value: credentials.password };
  await before.send('PUT', `${realm}/users/${user.id}/reset-password`, password);
  return true;
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
