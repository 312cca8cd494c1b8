import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Shown, watchSpace } from '../vitals/watch-space.js';
import type { ObjectsConfig } from './objects.config.js';
import { openObjects } from './open-objects.js';

/** What Nest finds the store under; it is an interface and has no name at run time. */
export const OBJECTS = Symbol('objects');

interface Reporting extends Shown {
  readonly log: Logger;
}

/** A service's store; of several that share it, one says how full it is. While it is away the service stays ready: without pictures and clips there is still the rest. */
export const objectsOf = (
  kit: Reporting,
  config: ObjectsConfig,
  { showsSpace = false }: { readonly showsSpace?: boolean } = {},
): Provider => ({
  provide: OBJECTS,
  useFactory: async () => {
    const objects = await openObjects(config, kit.log);
    // A folder shares its disk with whatever else is there.
    if (showsSpace) watchSpace(kit, config.MINIO_ENDPOINT === undefined ? 'disk' : 'objects', () => objects.space());
    kit.health.add('objects', () => objects.check(), { optional: true });
    return objects;
  },
});
