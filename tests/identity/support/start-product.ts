import { newRealm, type TestKeycloak } from '../../harness/keycloak-server.js';
import { type Product, type ProductOptions, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';

/** A product on a realm of its own, or on the embedded provider where there is no Keycloak. */
export async function startProductWith(keycloak: TestKeycloak | null, options: ProductOptions = {}): Promise<Product> {
  const { port, env } = keycloak === null ? { port: undefined, env: {} } : await newRealm(keycloak);
  return startProduct({ port, ...options, env: { ...RAISED_LIMITS, ...env, ...options.env } });
}
