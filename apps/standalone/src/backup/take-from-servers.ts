import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTree, readContent, writeDurably } from '@earworm/postgres-server/base-backup';
import { withClient } from '@earworm/service-kit/postgres';
import type { ObjectStore } from '@earworm/service-kit/objects';
import { SCHEMAS } from '../schemas.js';
import { BackupError, explainServerError } from './backup-error.js';
import { copyObjects, objectsOf } from './copy-objects.js';
import { copyTablesOut, plainDefinitions } from './copy-tables.js';
import { manifestFile, manifestText, thisRelease } from './manifest.js';
import { checkTarget, inNewFolder } from './new-folder.js';
import { installationIn } from './server-database.js';
import { migrationsOf, type Taken } from './take-backup.js';

/** The servers of an installation. */
export interface Servers {
  readonly databaseUrl: string;
  /** Undefined: without Keycloak, or its accounts are saved by others. */
  readonly keycloakUrl?: string | undefined;
  readonly objects: ObjectStore;
  /** A folder whose files are saved as they are. */
  readonly secrets?: string | undefined;
}

/** In a backup. */
export const PARTS = { earworm: 'databases/earworm', keycloak: 'databases/keycloak', secrets: 'secrets' } as const;

export interface TakeFromServersOptions {
  readonly servers: Servers;
  readonly target: string;
  readonly notIncluded?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Also while games are played. The tables of our services are of one moment; those of Keycloak and the objects are later,
 * so that each account and object that our tables name is among them.
 */
export async function takeFromServers(options: TakeFromServersOptions): Promise<Taken> {
  const { servers, target, notIncluded = [], signal } = options;
  try {
    await checkTarget(target);
    return await inNewFolder(
      target,
      async (to) => {
        const takenAt = new Date().toISOString();
        const own = await readAtOnce(servers.databaseUrl, async (client) => {
          const query = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
          const schemas = await migrationsOf(query);
          if (Object.values(schemas).every((names) => names.length === 0))
            throw new BackupError('The database has no data of Earworm: set DATABASE_URL to that of the installation.');
          await copyTablesOut(client, join(to, PARTS.earworm), SCHEMAS, () => Promise.resolve(null), signal);
          const [server] = await query<{ version: string }>(`select current_setting('server_version') as version`);
          return { schemas, installation: await installationIn(client), postgres: server!.version };
        });
        if (servers.keycloakUrl !== undefined)
          await readAtOnce(servers.keycloakUrl, (client) =>
            copyTablesOut(client, join(to, PARTS.keycloak), ['public'], plainDefinitions, signal),
          );
        await copyObjects(servers.objects, objectsOf(to), signal);
        if (servers.secrets !== undefined) await copySecrets(servers.secrets, join(to, PARTS.secrets));
        const { version, rules, platform, postgres } = thisRelease(own.postgres);
        const { folders, files } = await listTree(to);
        const release = { version, rules, platform, postgres };
        const hashed = [];
        for (const path of files) hashed.push({ path, ...(await readContent(join(to, path))) });
        const facts = { takenAt, installation: own.installation, schemas: own.schemas, notIncluded: [...notIncluded] };
        const taken: Taken = { kind: 'tables', ...release, ...facts, folders: [...folders], files: hashed };
        await writeDurably(manifestFile(to), manifestText(taken));
        return taken;
      },
      signal,
    );
  } catch (error) {
    throw explainServerError(error, 'read', { signal, reads: servers.secrets, writes: target });
  }
}

const readAtOnce = <T>(url: string, work: (client: Parameters<typeof installationIn>[0]) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return work(client);
  });

/** Of a folder of files, which may be links, as Kubernetes mounts a Secret. */
async function copySecrets(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from)) {
    if (entry.startsWith('..')) continue;
    // Those that cannot be read as a file are folders.
    const isFile = await readFile(join(from, entry)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EISDIR') return false;
        throw error;
      },
    );
    if (isFile) await copyFile(join(from, entry), join(to, entry));
  }
}
