import { randomBytes } from 'node:crypto';
import { ident, literal } from './sql.js';
import { withClient } from './client.js';

/** New at every call: only a process that hands the URLs on itself may leave passwords to it. */
const randomPassword = (): string => randomBytes(24).toString('base64url');

/**
 * One schema and one role per service, and each role's URL. Nobody reads another service's tables. What is there stays, but
 * for the roles' passwords. `adminUrl` is that of a superuser, or of a role that may create roles and schemas.
 */
export async function provisionSchemas<Name extends string>(
  adminUrl: string,
  names: readonly Name[],
  passwordOf: (name: Name) => string = randomPassword,
): Promise<Record<Name, string>> {
  return withClient(adminUrl, async (client) => {
    const urls: [Name, string][] = [];
    await client.query('begin');
    // Two that run at the same time would create the same role.
    await client.query("select pg_advisory_xact_lock(hashtext('earworm-provision'), 0)");
    const { rows } = await client.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    );
    for (const name of names) {
      const password = passwordOf(name);
      const role = ident(name);
      const exists = await client.query('select 1 from pg_roles where rolname = $1', [name]);
      if (exists.rowCount === 0) await client.query(`create role ${role}`);
      await client.query(`alter role ${role} login password ${literal(password)}`);
      await client.query(`alter role ${role} set search_path = ${role}`);
      // Without being its member only a superuser may make a schema that belongs to it.
      if (!rows[0]?.rolsuper) await client.query(`grant ${role} to current_user`);
      await client.query(`create schema if not exists ${role} authorization ${role}`);
      const url = new URL(adminUrl);
      url.username = name;
      url.password = password;
      urls.push([name, url.href]);
    }
    await client.query('commit');
    return Object.fromEntries(urls) as Record<Name, string>;
  });
}
