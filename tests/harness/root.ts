import { fileURLToPath } from 'node:url';

/** The repository, seen from the source and from what is built of it. */
export const ROOT = fileURLToPath(import.meta.url).replace(/[\\/]tests[\\/].*$/, '');
