import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for data that is thrown away. Others may enter it: started by root, Postgres runs as another user, and
 * data that it could not reach would be kept elsewhere and outlive the run.
 */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `earworm-${purpose}-`));
  await chmod(folder, 0o755);
  return folder;
}
