import { randomBytes } from 'node:crypto';
import { withClient } from '../postgres/client.js';
import { serverUrl } from './describe-with.js';

/** A new, empty database on the run's Postgres, reached as superuser. `drop` closes remaining connections. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = serverUrl('postgres');
  if (!admin) throw new Error('There is no Postgres in this run: put the spec inside describeWith("postgres", …)');
  const name = `spec_${process.pid}_${randomBytes(6).toString('hex')}`;
  await withClient(admin, (client) => client.query(`create database ${name}`));
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await withClient(admin, (client) => client.query(`drop database ${name} with (force)`))),
  };
}
