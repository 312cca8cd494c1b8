import { eventually } from '@earworm/service-kit/testing/eventually';

const WITHIN_MS = 30_000;
/** How long it takes is measured. */
const EVERY_MS = 20;

/** Resolves when it holds; rejects after half a minute. */
export function holds(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const checked = async () => {
    if (!(await check())) throw new Error(`did not come about within 30 s: ${what}`);
  };
  return eventually(checked, WITHIN_MS, EVERY_MS);
}
