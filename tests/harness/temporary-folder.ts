import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder that other users may enter: started by root, Postgres runs as another user, and would keep its data
 * elsewhere.
 */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `earworm-${purpose}-`));
  await chmod(folder, 0o755);
  return folder;
}
