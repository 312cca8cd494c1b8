import { join } from 'node:path';
import type { Logger } from 'pino';
import { folderObjects } from './folder.js';
import { type ObjectsConfig, roomTermsOf } from './objects.config.js';
import type { ObjectStore } from './port.js';

/** Where the folder adapter keeps its objects; every process of one machine that is given the same DATA_DIR shares them. */
export const objectsFolder = ({ DATA_DIR }: Pick<ObjectsConfig, 'DATA_DIR'>): string => join(DATA_DIR, 'objects');

/** The store that the variables name. Reaches nothing yet: a server that is away holds no start up. */
export async function openObjects(config: ObjectsConfig, log?: Logger): Promise<ObjectStore> {
  const { MINIO_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return folderObjects(objectsFolder(config), roomTermsOf(config));
  // Loading its client takes longer than the rest of a start, and most start without it.
  const { minioObjects } = await import('./minio.js');
  return minioObjects({
    endpoint,
    publicEndpoint: config.MINIO_PUBLIC_ENDPOINT ?? endpoint,
    // Both are there: `requireObjectKeys`.
    accessKey: config.MINIO_ACCESS_KEY ?? '',
    secretKey: config.MINIO_SECRET_KEY ?? '',
    bucket: config.MINIO_BUCKET,
    region: config.MINIO_REGION,
    log,
  });
}
