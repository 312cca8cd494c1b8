import type { ErrorReport } from '@earworm/contracts';

export const report = (message: string, count = 1): ErrorReport => ({
  ...{ message, name: 'TypeError', stack: `TypeError: ${message}`, source: 'error', additionalInfo: '', agoMs: 0 },
  ...{ count, url: 'https://play.example/', referrer: '', viewportWidth: 390, viewportHeight: 844 },
});

/** As a page sends what it has to tell; a beacon carries no token. The status of the answer. */
export async function tell(url: string, path: string, body: object, token?: string): Promise<number> {
  const response = await fetch(`${url}/api/telemetry/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

export const sendReport = (url: string, token: string, errors: readonly object[]): Promise<number> =>
  tell(url, 'errors', { errors }, token);

const AT_ONCE = 16;

/** A page gone mad: ten different errors in every report, the next one as soon as one is answered. */
export async function flood(url: string, token: string, forMs: number) {
  const until = performance.now() + forMs;
  const sum = { reported: 0, refused: 0, failed: 0 };
  const errors = Array.from({ length: 10 }, (_, i) => report(`mad ${String.fromCharCode(97 + i)}`, 10));
  const send = async () => {
    while (performance.now() < until) {
      const status = await sendReport(url, token, errors).catch(() => 0);
      sum.reported += errors.length * 10;
      if (status === 429) sum.refused++;
      else if (status !== 200) sum.failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return sum;
}
