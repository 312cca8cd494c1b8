import { z } from 'zod';
import { type Env, loadConfig, url } from '@earworm/service-kit/config';
import { variables as ofStandalone } from '../standalone.config.js';

const { DATA_DIR, DATABASE_URL } = ofStandalone.shape;

/** Those that say where an installation keeps its data. */
export const variables = z.object({
  DATA_DIR,
  DATABASE_URL,
  MINIO_ENDPOINT: url('http', 'https').optional(),
  KEYCLOAK_URL: url('http', 'https').optional(),
});
export type BackupConfig = z.infer<typeof variables>;

export const loadBackupConfig = (env: Env): BackupConfig => loadConfig(variables, env);

/** In words for users. */
export const keptElsewhere = ({ MINIO_ENDPOINT, KEYCLOAK_URL }: BackupConfig): string[] => [
  ...(MINIO_ENDPOINT ? ['clips and screenshots, which are in MinIO (MINIO_ENDPOINT)'] : []),
  ...(KEYCLOAK_URL ? ['accounts, which are in Keycloak (KEYCLOAK_URL)'] : []),
];
