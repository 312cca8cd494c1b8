import { newRealm, type TestKeycloak } from '../../harness/keycloak-server.js';
import { type Product, type ProductOptions, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';

/** The embedded provider's, unless a product is told another one. */
const EMBEDDED = { port: undefined, env: {}, issuer: 'http://earworm.localhost/realms/earworm' };

/** A product and who makes its tokens. */
export type ProviderProduct = Product & { readonly issuer: string };

/** A product on a realm of its own, or on the embedded provider where there is no Keycloak. */
export async function startProductWith(
  keycloak: TestKeycloak | null,
  options: ProductOptions = {},
): Promise<ProviderProduct> {
  const { port, env, issuer } = keycloak === null ? EMBEDDED : await newRealm(keycloak);
  const product = await startProduct({ port, ...options, env: { ...RAISED_LIMITS, ...env, ...options.env } });
  return Object.assign(product, { issuer });
}
