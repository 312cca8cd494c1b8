import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.js';

const read = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'apps', 'standalone', 'launch', `${name}-flags.json`), 'utf8')) as string[];

/** What `npm start` gives Node for a server, so that tests and load meet the product as it runs. */
export const SERVER_FLAGS = read('server');
/** The environment that `npm start` and the images give a server beside its configuration. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' } as const;
export const JEST_FLAGS = read('jest');
