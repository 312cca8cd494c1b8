import { randomBytes } from 'node:crypto';
import { ident, literal } from './client.js';
import { withClient } from './client.js';

const randomPassword = (): string => randomBytes(24).toString('base64url');

/** One schema and role per service; returns each role's URL. `adminUrl` needs the right to create roles and schemas. */
export async function provisionSchemas<Name extends string>(
  adminUrl: string,
  names: readonly Name[],
  passwordOf: (name: Name) => string = randomPassword,
): Promise<Record<Name, string>> {
  return withClient(adminUrl, async (client) => {
    const urls: [Name, string][] = [];
    await client.query('begin');
    // Concurrent runs would create the same role twice.
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
      // Without superuser rights, creating a schema for a role requires membership.
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
