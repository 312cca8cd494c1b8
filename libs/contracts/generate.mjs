/** Writes openapi.json and asyncapi.json from the built contracts: `npm run generate -w libs/contracts`. */
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { asyncApi } from './dist/asyncapi.js';
import { openApi } from './dist/openapi.js';

for (const [file, document] of [
  ['openapi.json', openApi()],
  ['asyncapi.json', asyncApi()],
]) {
  await writeFile(new URL(file, import.meta.url), await format(JSON.stringify(document), { parser: 'json' }));
}
