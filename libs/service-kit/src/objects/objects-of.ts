import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ObjectsConfig } from './objects.config.js';
import { openObjects } from './open-objects.js';

/** What Nest finds the store under; it is an interface and has no name at run time. */
export const OBJECTS = Symbol('objects');

interface Reporting {
  readonly log: Logger;
  readonly health: { add(name: string, check: () => Promise<void>, terms: { readonly optional: true }): unknown };
}

/** A service's store. While it is away the service stays ready: without pictures and clips there is still the rest. */
export const objectsOf = ({ log, health }: Reporting, config: ObjectsConfig): Provider => ({
  provide: OBJECTS,
  useFactory: () => {
    const objects = openObjects(config, log);
    health.add('objects', () => objects.check(), { optional: true });
    return objects;
  },
});
