import { eventually } from '@earworm/service-kit/testing/eventually';

/** Resolves when it holds; rejects after half a minute. How long it takes is measured, so it is checked often. */
export function waitUntil(
  what: string,
  check: () => boolean | Promise<boolean>,
  { withinMs, everyMs } = { withinMs: 30_000, everyMs: 20 },
): Promise<void> {
  const checked = async () => {
    if (!(await check())) throw new Error(`not within ${withinMs / 1_000} s: ${what}`);
  };
  return eventually(checked, withinMs, everyMs);
}
