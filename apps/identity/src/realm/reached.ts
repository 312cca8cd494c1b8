import { retry } from '@earworm/service-kit/resilience';
import type { AdminApiOptions } from './admin-api.js';

const EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** Waits for a Keycloak that is starting; resolves after `seconds` in any case, as the next request gives the reason. */
export async function reached(
  { url, adminRealm }: Omit<AdminApiOptions, 'credentials'>,
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const realm = `${url.replace(/\/+$/, '')}/realms/${encodeURIComponent(adminRealm)}`;
  const answered = async () => {
    const { ok, status } = await fetch(realm, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!ok && status >= 500) throw new Error(`it answered ${status}`);
  };
  await retry(answered, { pauseMs: () => EVERY_MS, shouldRetry: () => performance.now() < until }).catch(
    () => undefined,
  );
}
