import { z } from 'zod';
import { described, type Env, loadConfig, postgresUrl, secret, url } from '@earworm/service-kit/config';
import { objectsVariables, openObjectStore, requireObjectKeys } from '@earworm/service-kit/objects';
import type { Servers } from '../backup/take-from-servers.js';
import { variables as ofStandalone } from '../standalone.config.js';

const { DATA_DIR, DATABASE_URL } = ofStandalone.shape;

/** Those that say where an installation keeps its data. */
export const variables = z.object({
  ...objectsVariables,
  DATA_DIR,
  DATABASE_URL,
  KEYCLOAK_DATABASE_URL: described(
    'data',
    secret(postgresUrl().optional()),
    '`npm run backup` with `DATABASE_URL`: Keycloak’s database, as a superuser',
    'accounts of Keycloak are left out',
  ),
  BACKUP_SECRETS: described(
    'data',
    z.string().optional(),
    '`npm run backup` with `DATABASE_URL`: a folder of secrets that is backed up, too',
    'none',
  ),
  KEYCLOAK_URL: url('http', 'https').optional(),
});
export type BackupConfig = z.infer<typeof variables>;

/** Objects are read from MinIO only beside a database that is on a server, too. */
const schema = variables.superRefine((config, context) => {
  if (config.DATABASE_URL !== undefined) requireObjectKeys(config, context);
});

export const loadBackupConfig = (env: Env): BackupConfig => loadConfig(schema, env);

/** Undefined: the database is in DATA_DIR. */
export async function serversOf(config: BackupConfig): Promise<Servers | undefined> {
  const { DATABASE_URL: databaseUrl, KEYCLOAK_DATABASE_URL: keycloakUrl, BACKUP_SECRETS: secrets } = config;
  return databaseUrl === undefined
    ? undefined
    : { databaseUrl, keycloakUrl, secrets, objects: await openObjectStore(config) };
}

/** In words for users. */
export const keptElsewhere = (config: BackupConfig): string[] => [
  ...(config.MINIO_ENDPOINT && !config.DATABASE_URL
    ? ['clips, screenshots and logos, which are in MinIO (MINIO_ENDPOINT)']
    : []),
  ...(config.KEYCLOAK_URL && !config.KEYCLOAK_DATABASE_URL ? ['accounts, which are in Keycloak (KEYCLOAK_URL)'] : []),
  ...(config.DATABASE_URL && !config.BACKUP_SECRETS ? ['passwords that the services are given (BACKUP_SECRETS)'] : []),
];
