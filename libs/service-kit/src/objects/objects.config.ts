import { resolve } from 'node:path';
import { z } from 'zod';
import { described, integer, originUrl, secret } from '../config.js';
import { DISK_QUOTA_DEFAULTS } from './folder.js';
import type { DiskQuota } from './disk-quota.js';

/** The variables of a service that stores objects or serves them: spread them into the service's schema. */
export const objectsVariables = {
  MINIO_ENDPOINT: described(
    'data',
    originUrl('http', 'https').optional(),
    'the MinIO or other S3 server where screenshots, clips and logos are stored (the folder: one replica only)',
    'a folder',
  ),
  MINIO_PUBLIC_ENDPOINT: described(
    'data',
    originUrl('http', 'https').optional(),
    'the same server as browsers reach it',
    '`MINIO_ENDPOINT`',
  ),
  MINIO_ACCESS_KEY: described('data', secret(z.string().optional()), 'required with `MINIO_ENDPOINT`'),
  MINIO_SECRET_KEY: described('data', secret(z.string().optional()), 'required with `MINIO_ENDPOINT`'),
  MINIO_BUCKET: described(
    'data',
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be a bucket name of 3 to 63 small letters, digits, dots, hyphens',
      )
      .default('earworm'),
    'the bucket of the objects',
  ),
  MINIO_REGION: described('data', z.string().default('us-east-1'), 'the region for which requests are signed'),
  OBJECTS_DISK_PERCENT: described(
    'data',
    integer({ min: 1, max: 100, default: DISK_QUOTA_DEFAULTS.percent }),
    'share of the disk of `DATA_DIR` that screenshots, clips and logos may use without MinIO',
  ),
  LOG_RESERVE_MB: described(
    'data',
    integer({ min: 0, max: 100_000_000, default: DISK_QUOTA_DEFAULTS.reserveBytes / 1024 ** 2 }),
    'space that they leave free there for the event log',
  ),
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
