import { join } from 'node:path';
import type { Logger } from 'pino';
import { folderObjects } from './folder.js';
import { type ObjectsConfig, diskQuotaOf } from './objects.config.js';
import type { ObjectStore } from './port.js';
import type { Provider } from '@nestjs/common';
import { type DiskSpaceDependencies, watchDiskSpace } from '../disk-space.js';

export const objectsFolder = ({ DATA_DIR }: Pick<ObjectsConfig, 'DATA_DIR'>): string => join(DATA_DIR, 'objects');

export async function openObjectStore(config: ObjectsConfig, log?: Logger): Promise<ObjectStore> {
  const { MINIO_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return folderObjects(objectsFolder(config), diskQuotaOf(config));
  // Loaded on demand: the client is slow to load.
  const { minioObjects } = await import('./minio.js');
  return minioObjects({
    endpoint,
    publicEndpoint: config.MINIO_PUBLIC_ENDPOINT ?? endpoint,
    accessKey: config.MINIO_ACCESS_KEY ?? '',
    secretKey: config.MINIO_SECRET_KEY ?? '',
    bucket: config.MINIO_BUCKET,
    region: config.MINIO_REGION,
    log,
  });
}

export const OBJECTS = Symbol('objects');

interface StoreDependencies extends DiskSpaceDependencies {
  readonly log: Logger;
}

/** The object store as an optional dependency; `showsSpace` for one of the services that share it. */
export const objectStoreProvider = (
  kit: StoreDependencies,
  config: ObjectsConfig,
  { showsSpace = false }: { readonly showsSpace?: boolean } = {},
): Provider => ({
  provide: OBJECTS,
  useFactory: async () => {
    const objects = await openObjectStore(config, kit.log);
    if (showsSpace)
      watchDiskSpace(kit, config.MINIO_ENDPOINT === undefined ? 'disk' : 'objects', () => objects.space());
    kit.health.add('objects', () => objects.check(), { optional: true });
    return objects;
  },
});
