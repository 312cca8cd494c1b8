import { retry } from '@earworm/service-kit/resilience';
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
  const answered = async () => {
    const { ok, status } = await fetch(realm, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    if (!ok && status >= 500) throw new Error(`it answers ${status}`);
  };
  await retry(answered, { pauseMs: () => EVERY_MS, shouldRetry: () => performance.now() < until }).catch(
    () => undefined,
  );
}
