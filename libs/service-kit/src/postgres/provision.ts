import { randomBytes } from 'node:crypto';
import { ident, literal } from './sql.js';
import { withClient } from './client.js';

/**
 * One schema and one role per service, and each role's URL. Nobody reads another service's tables. A role's password is
 * new at every call: only a process that hands the URLs on itself may call this. `adminUrl` is a superuser's.
 */
export async function provisionSchemas<Name extends string>(
  adminUrl: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  return withClient(adminUrl, async (client) => {
    const urls: [Name, string][] = [];
    for (const name of names) {
      const password = randomBytes(24).toString('base64url');
      const role = ident(name);
      const exists = await client.query('select 1 from pg_roles where rolname = $1', [name]);
      if (exists.rowCount === 0) await client.query(`create role ${role}`);
      await client.query(`alter role ${role} login password ${literal(password)}`);
      await client.query(`alter role ${role} set search_path = ${role}`);
      await client.query(`create schema if not exists ${role} authorization ${role}`);
      const url = new URL(adminUrl);
      url.username = name;
      url.password = password;
      urls.push([name, url.href]);
    }
    return Object.fromEntries(urls) as Record<Name, string>;
  });
}
