import { ADMIN_ENV } from '../harness/prepared-data.js';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { Services } from '../harness/services.js';
import { requiredNats } from './required-nats.js';

export type Layout = 'standalone' | 'services';

/** Measures a product with an admin and raised limits. `urls`: of its gateways. */
export async function inLayout<T>(layout: Layout, measure: (urls: readonly string[]) => Promise<T>): Promise<T> {
  if (layout === 'standalone') {
    const product = await startProduct({ env: { ...RAISED_LIMITS, ...ADMIN_ENV } });
    return measure([product.url]).finally(() => product.stop());
  }
  const services = await Services.start({ nats: await requiredNats(), everything: true, env: ADMIN_ENV });
  return measure(services.urls).finally(() => services.close());
}
