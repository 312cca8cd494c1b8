import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, languageFiles as filesOfTheApp } from '../platform/i18n/language-files.js';

const FOLDER = join(import.meta.dirname, '../platform/i18n');

/** What Vite makes of `import.meta.glob`. */
export const languageFiles: typeof filesOfTheApp = Object.fromEntries(
  globSync('languages/*.json', { cwd: FOLDER }).map((file) => [
    `./${file}`,
    () => import(join(FOLDER, file), { with: { type: 'json' } }) as Promise<{ default: Language }>,
  ]),
);
