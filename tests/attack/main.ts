import { createHttp } from '@earworm/client';
import { ADDRESS_LIMITS, parseLimit } from '@earworm/contracts';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { stopOnSignals } from '../load/stop-on-signals.js';
import { runBattery } from './battery.js';
import { type AttackOptions, readOptions } from './options.js';
import { Target } from './target.js';

/** Joins of one game that one address has at once: of the product's own default, and in a short run. */
const BURST = { whole: 400, short: 40 };
/** Points of one user: one guest tries every role, which is more than a player does. */
const REQUESTS = '6000/60';
/** So long that no busy machine outlasts it before all have asked. */
const BURST_SECONDS = 600;
/** Common, and fewer than the slow connections. */
const DESCRIPTORS = 1_024;

async function main({ url, json, short }: AttackOptions): Promise<number> {
  const say = (line: string) => void (json || console.error(line));
  const burst = short && url === null ? BURST.short : BURST.whole;
  const requests = url === null ? REQUESTS : ADDRESS_LIMITS['requests-of-user'].limit;
  const env = {
    // One administrator is all that is tried as one; what floods are measured by stays as it is.
    ...RAISED_LIMITS,
    ...ADMIN_ENV,
    ...{
      LIMIT_REQUESTS: requests,
      TRUSTED_PROXIES: 'loopback',
      CEILING_SEATS_BURST: `${burst}/${BURST_SECONDS}`,
      LOG_LEVEL: 'fatal',
    },
  };
  const product: Product | null = url === null ? await startProduct({ env, descriptors: DESCRIPTORS }) : null;
  if (product !== null) stopOnSignals(async () => void (await product.stop()));
  try {
    const target = new Target(url ?? product?.url ?? '');
    const admin = product === null ? null : await adminOf(target);
    const result = await runBattery({
      target,
      isShort: short,
      pid: product?.pid ?? null,
      burst,
      requests: parseLimit(requests) ?? { points: NaN, seconds: NaN },
      admin,
      say,
    });
    console.log(JSON.stringify(result));
    return result.unexpected === 0 ? 0 : 1;
  } finally {
    await product?.stop();
  }
}

async function adminOf(target: Target): Promise<string> {
  const tokens = await createHttp({ baseUrl: target.url }).call('signIn', { body: FIRST_ADMIN });
  return tokens.access_token;
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
