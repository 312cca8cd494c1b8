import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.js';

const FILE = join(ROOT, 'apps', 'standalone', 'launch', 'server-flags.json');

/** What `npm start` gives Node for a server, so that tests and load meet the product as it runs. */
export const SERVER_FLAGS = JSON.parse(readFileSync(FILE, 'utf8')) as string[];
