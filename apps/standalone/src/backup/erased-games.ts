import { join } from 'node:path';
import { copyTree, listTree } from '@earworm/postgres-server/base-backup';
import { exists } from './data-folder.js';

type CopyOptions = NonNullable<Parameters<typeof copyTree>[3]>;

/** The lists of erased games and events in the object store, as a folder keeps them: content and types. */
const FOLDERS = ['objects/kept/erased', 'objects/types/erased'];
const isPartOf = (path: string): boolean =>
  FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));

/** What was erased after the backup is erased again: what the replaced data lists is added to the restored lists. */
export async function keepErasedGames(oldData: string, dataDir: string, options: CopyOptions): Promise<void> {
  const { folders, files } = await listTree(oldData, isPartOf);
  const missing = await Promise.all(files.map(async (path) => ((await exists(join(dataDir, path))) ? [] : [path])));
  await copyTree(oldData, dataDir, { folders, files: missing.flat() }, options);
}
