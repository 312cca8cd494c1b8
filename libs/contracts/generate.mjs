/**
 * Writes openapi.json, asyncapi.json, template.schema.json and deploy/nats/services.conf from the built contracts:
 * `npm run generate -w libs/contracts`.
 */
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { asyncApi } from './dist/asyncapi.js';
import { natsConfig } from './dist/nats-config.js';
import { openApi } from './dist/openapi.js';
import { templateFileSchema } from './dist/template-file.js';

for (const [file, document] of [
  ['openapi.json', openApi()],
  ['asyncapi.json', asyncApi()],
  ['template.schema.json', templateFileSchema()],
]) {
  await writeFile(new URL(file, import.meta.url), await format(JSON.stringify(document), { parser: 'json' }));
}
await writeFile(new URL('../../deploy/nats/services.conf', import.meta.url), natsConfig());
