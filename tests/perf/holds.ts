import { eventually } from '@earworm/service-kit/testing/eventually';

/** Resolves when it holds; rejects after half a minute. */
export const holds = (what: string, check: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => {
    if (!(await check())) throw new Error(`did not come about within 30 s: ${what}`);
  });
