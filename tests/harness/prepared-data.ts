import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startProduct } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

/** Names the folder to the specs' processes, which Jest starts after the global set-up. */
const VARIABLE = 'EARWORM_PREPARED_DATA';

/** The administrator of the prepared data. */
export const FIRST_ADMIN = { email: 'first@admin.example', password: 'a-long-password' };
export const ADMIN_ENV = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password };

/**
 * Runs initdb, every migration and the first start once for a test run, whose databases start on copies. Returns a
 * function that removes the data, unless it was prepared before for several Jest projects.
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

/** Copies the prepared data into an existing empty folder. False when there is none. */
export async function copyPreparedData(to: string): Promise<boolean> {
  const from = process.env[VARIABLE];
  if (from === undefined) return false;
  // Not fs.cp: it would change the owner of Postgres' files when a test is run by root.
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
  return true;
}
