import type { DataSource } from 'typeorm';
import { keep, newSecret } from './secrets.js';

const DAY_MS = 86_400_000;
/** Printed codes and shared links live for some weeks. */
const PREVIOUS_DAYS = 30;

/**
 * The key in use, and for 30 days the one before it. docs/runbooks/rotate-keys.md has the statement that rotates them, so the
 * row is read each time.
 */
export async function readLinkKeys(db: DataSource, now = Date.now()): Promise<string[]> {
  const { secret, previous, rotatedAt } = await keep(db, 'link-key', newSecret);
  const isRecent = typeof rotatedAt === 'string' && now - Date.parse(rotatedAt) < PREVIOUS_DAYS * DAY_MS;
  return [String(secret), ...(typeof previous === 'string' && isRecent ? [previous] : [])];
}
