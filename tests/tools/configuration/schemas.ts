import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { ROOT } from '../../harness/root.js';

/** Its variables come first on the page. */
const FIRST = 'standalone.config';

/** The schemas of all variables, from the source of a spec or from a build. */
export async function configurationSchemas(of: 'src' | 'dist'): Promise<z.ZodObject[]> {
  const extension = of === 'src' ? 'ts' : 'js';
  const all = globSync(`{apps,libs}/*/${of}/**/*.config.${extension}`, { cwd: ROOT }).sort();
  const files = [...all.filter((file) => file.includes(FIRST)), ...all.filter((file) => !file.includes(FIRST))];
  const loaded = await Promise.all(
    files.map((file) => import(pathToFileURL(join(ROOT, file)).href) as Promise<{ variables?: z.ZodObject }>),
  );
  return loaded.flatMap(({ variables }) => variables ?? []);
}
