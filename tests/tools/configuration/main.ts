// npm run generate -w tests: writes docs/configuration.md from the schemas of the built services.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../harness/root.js';
import { configurationPage } from './page.js';
import { configurationSchemas } from './schemas.js';

await writeFile(join(ROOT, 'docs', 'configuration.md'), await configurationPage(await configurationSchemas('dist')));
