/**
 * Writes asyncapi.json, template.schema.json, deploy/nats/services.conf with its hash in docker/compose.yaml and, outside
 * Git, dist/openapi.json from the built contracts: `npm run generate -w libs/contracts`. The new hashes of the files that tests/compat/frozen.json names are
 * those that its spec prints.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
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

const compose = new URL('../../docker/compose.yaml', import.meta.url);
const hash = createHash('sha256').update(natsConfig()).digest('hex');
const text = await readFile(compose, 'utf8');
await writeFile(compose, text.replace(/(earworm\.services-conf: )[0-9a-f]+/, `$1${hash}`));
