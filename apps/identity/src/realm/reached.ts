import { setTimeout as pause } from 'node:timers/promises';
import type { AdminApiOptions } from './admin-api.js';

const EVERY_MS = 1_000;
const ANSWERS_WITHIN_MS = 5_000;

/** Resolves once a Keycloak answers that has just been started, and after `seconds` in any case: what it is used for says why. */
export async function reached(
  { url, adminRealm }: Omit<AdminApiOptions, 'credentials'>,
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const realm = `${url.replace(/\/+$/, '')}/realms/${encodeURIComponent(adminRealm)}`;
  while (performance.now() < until) {
    const answer = await fetch(realm, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(() => null);
    if (answer !== null && answer.status < 500) return;
    await pause(EVERY_MS);
  }
}
