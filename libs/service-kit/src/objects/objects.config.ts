import { resolve } from 'node:path';
import { z } from 'zod';
import { integer, secret, url } from '../config.js';
import { DISK_QUOTA_DEFAULTS } from './folder.js';
import type { DiskQuota } from './disk-quota.js';

/** The variables of a service that stores objects or serves them: spread them into the service's schema. */
export const objectsVariables = {
  /** The MinIO or other S3 server at its internal address; unset: a folder under DATA_DIR. */
  MINIO_ENDPOINT: url('http', 'https').optional(),
  /** The same server at its public address, for which URLs are signed; unset: MINIO_ENDPOINT. */
  MINIO_PUBLIC_ENDPOINT: url('http', 'https').optional(),
  /** Required with a MINIO_ENDPOINT: there is no default that everyone would know. */
  MINIO_ACCESS_KEY: secret(z.string().optional()),
  MINIO_SECRET_KEY: secret(z.string().optional()),
  MINIO_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name of 3 to 63 small letters, digits, dots, hyphens',
    )
    .default('earworm'),
  MINIO_REGION: z.string().default('us-east-1'),
  /** How much of the disk that holds DATA_DIR screenshots and clips in a folder may take in all. */
  OBJECTS_DISK_PERCENT: integer({ min: 1, max: 100, default: DISK_QUOTA_DEFAULTS.percent }),
  /** How much they leave free on it for the log of games. */
  LOG_RESERVE_MB: integer({ min: 0, max: 100_000_000, default: DISK_QUOTA_DEFAULTS.reserveBytes / 1024 ** 2 }),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
};

export type ObjectsConfig = z.output<z.ZodObject<typeof objectsVariables>>;

const KEYS = ['MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'] as const;

export function requireObjectKeys(
  config: Pick<ObjectsConfig, 'MINIO_ENDPOINT' | (typeof KEYS)[number]>,
  context: z.RefinementCtx,
): void {
  if (config.MINIO_ENDPOINT === undefined) return;
  for (const key of KEYS) {
    const message = 'is needed when MINIO_ENDPOINT is set';
    if (config[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
  }
}

type QuotaConfig = Pick<ObjectsConfig, 'OBJECTS_DISK_PERCENT' | 'LOG_RESERVE_MB'>;
export const diskQuotaOf = ({ OBJECTS_DISK_PERCENT, LOG_RESERVE_MB }: QuotaConfig): DiskQuota => ({
  percent: OBJECTS_DISK_PERCENT,
  reserveBytes: LOG_RESERVE_MB * 1024 ** 2,
});
