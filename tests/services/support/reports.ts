import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorReport } from '@earworm/contracts';

export const report = (message: string, count = 1): ErrorReport => ({
  message,
  name: 'TypeError',
  stack: `TypeError: ${message}`,
  source: 'error',
  additionalInfo: '',
  agoMs: 0,
  count,
  url: 'https://play.example/',
  referrer: '',
  viewportWidth: 390,
  viewportHeight: 844,
});

/** As a page sends it; a beacon carries no token. The status of the answer. */
export async function sendTelemetry(url: string, path: string, body: object, token?: string): Promise<number> {
  const response = await fetch(`${url}/api/telemetry/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

export const sendReport = (url: string, token: string, errors: readonly object[]): Promise<number> =>
  sendTelemetry(url, 'errors', { errors }, token);

/** Ten different errors, ten times each. */
export const ERRORS_PER_REPORT = 100;

/**
 * A broken page: so many errors a second for so long, sent when they are due whether or not anything was answered before.
 * Calls `onRefused` at the first refusal. Resolves when all is answered, with how many reports got which answer.
 */
export async function flood(
  url: string,
  token: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  onRefused: () => void,
) {
  const errors = Array.from({ length: 10 }, (_, i) => report(`mad ${String.fromCharCode(97 + i)}`, 10));
  const reports = (perSecond * seconds) / ERRORS_PER_REPORT;
  let isRefused = false;
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: reports }, async (_, i) => {
      await pause(Math.max(0, startedAt + (i * 1_000 * seconds) / reports - performance.now()));
      const status = await sendReport(url, token, errors).catch(() => 0);
      if (status === 429 && !isRefused) {
        isRefused = true;
        onRefused();
      }
      return status;
    }),
  );
  const taken = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  return { taken, refused, failed: reports - taken - refused };
}
