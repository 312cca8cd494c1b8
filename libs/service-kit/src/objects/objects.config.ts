import { resolve } from 'node:path';
import { z } from 'zod';
import { url } from '../config/index.js';

/** The variables of whoever stores objects or serves them: spread them into the service's schema. */
export const objectsVariables = {
  /** Of a MinIO or another S3 server as the services reach it; unset: a folder under DATA_DIR. */
  MINIO_ENDPOINT: url('http', 'https').optional(),
  /** The same server as browsers reach it, for which addresses are signed; unset: MINIO_ENDPOINT. */
  MINIO_PUBLIC_ENDPOINT: url('http', 'https').optional(),
  MINIO_ACCESS_KEY: z.string().default('minioadmin'),
  MINIO_SECRET_KEY: z.string().default('minioadmin'),
  MINIO_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name of 3 to 63 small letters, digits, dots, hyphens',
    )
    .default('earworm'),
  MINIO_REGION: z.string().default('us-east-1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
};

export type ObjectsConfig = z.output<z.ZodObject<typeof objectsVariables>>;
