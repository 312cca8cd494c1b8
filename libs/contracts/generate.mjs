/**
 * Writes asyncapi.json, template.schema.json, deploy/nats/services.conf, the table of limits in docs/configuration.md and, outside
 * Git, dist/openapi.json from the built contracts: `npm run generate -w libs/contracts`. The new hashes of the files that
 * tests/compat/frozen.json names are those that its spec prints.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { asyncApi } from './dist/asyncapi.js';
import { LIMIT_VARIABLES } from './dist/limits.js';
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

const configuration = new URL('../../docs/configuration.md', import.meta.url);
const rows = LIMIT_VARIABLES.map(({ variable, limit, counts }) => `| \`${variable}\` | \`${limit}\` | ${counts} |`);
const table = ['| variable | default | points per seconds |', '| --- | --- | --- |', ...rows].join('\n');
const text = (await readFile(configuration, 'utf8')).replace(
  /^\| variable[ |]+default[ |]+points per seconds(.+\n)+/m,
  `${table}\n`,
);
await writeFile(configuration, await format(text, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
