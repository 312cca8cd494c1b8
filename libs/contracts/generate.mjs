/** Writes openapi.json, asyncapi.json and template.schema.json from the built contracts: `npm run generate -w libs/contracts`. */
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { asyncApi } from './dist/asyncapi.js';
import { openApi } from './dist/openapi.js';
import { templateFileSchema } from './dist/template-file.js';

for (const [file, document] of [
  ['openapi.json', openApi()],
  ['asyncapi.json', asyncApi()],
  ['template.schema.json', templateFileSchema()],
]) {
  await writeFile(new URL(file, import.meta.url), await format(JSON.stringify(document), { parser: 'json' }));
}
