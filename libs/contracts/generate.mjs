/**
 * Writes asyncapi.json, template.schema.json, deploy/nats/services.conf and, outside Git, dist/openapi.json from the built
 * contracts: `npm run generate -w libs/contracts`. The new hashes of the files that tests/compat/frozen.json names are
 * those that its spec prints.
 */
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { asyncApi } from './dist/asyncapi.js';
import { natsConfig } from './dist/nats-config.js';
import { openApi } from './dist/openapi.js';
import { templateFileSchema } from './dist/template-file.js';

for (const [file, document] of [
  ['asyncapi.json', asyncApi()],
  ['template.schema.json', templateFileSchema()],
]) {
  await writeFile(new URL(file, import.meta.url), await format(JSON.stringify(document), { parser: 'json' }));
}
await writeFile(new URL('dist/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`);
await writeFile(new URL('../../deploy/nats/services.conf', import.meta.url), natsConfig());
