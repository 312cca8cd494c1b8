import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startProduct } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

/** Names the folder to the specs' processes, which Jest starts after the global set-up. */
const VARIABLE = 'EARWORM_PREPARED_DATA';

/** Made by the prepared data's first start. */
export const FIRST_ADMIN = { email: 'first@admin.example', password: 'a-long-password' };
export const ADMIN_ENV = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password };

/**
 * Runs initdb, every migration and the first start once, for all databases of a test run: each starts on a copy. Returns
 * what removes it again; that does nothing where it was there before, prepared for several Jest projects.
 */
export async function prepareData(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] !== undefined) return async () => undefined;
  const folder = await temporaryFolder('prepared');
  const product = await startProduct({ dataDir: folder, env: ADMIN_ENV, from: 'nothing' });
  await product.stop();
  process.env[VARIABLE] = folder;
  return async () => {
    delete process.env[VARIABLE];
    await rm(folder, { recursive: true, force: true });
  };
}

/** Copies what the run has prepared into an existing empty folder. False when it has prepared nothing. */
export async function copyPreparedData(to: string): Promise<boolean> {
  const from = process.env[VARIABLE];
  if (from === undefined) return false;
  // Not fs.cp: Postgres' files belong to a user of their own when a test is run by root.
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
  return true;
}
