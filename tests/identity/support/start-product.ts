import { rm } from 'node:fs/promises';
import { newRealm, type TestKeycloak } from '../../harness/keycloak-server.js';
import { lastingPort } from '../../harness/ports.js';
import { copyPreparedData } from '../../harness/prepared-data.js';
import { type Product, type ProductOptions, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';

/** One machine plays hundreds of people here, besides a Keycloak that is slow while many specs use it. */
const LIMITS = { ...RAISED_LIMITS, KEYCLOAK_WITHIN_MS: '9000' };

/** The embedded provider's default. */
const EMBEDDED = { port: undefined, env: {}, issuer: 'http://earworm.localhost/realms/earworm' };

/** A product with the issuer of its tokens and the secrets in its environment. */
export type ProviderProduct = Product & { readonly issuer: string; readonly secrets: readonly string[] };

/** A product on a new realm, or on the embedded provider without a Keycloak. */
export async function startProductWith(
  keycloak: TestKeycloak | null,
  options: ProductOptions = {},
): Promise<ProviderProduct> {
  const { port, env, issuer } = keycloak === null ? EMBEDDED : await newRealm(keycloak);
  const product = await startProduct({ port, ...options, env: { ...LIMITS, ...env, ...options.env } });
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    /SECRET|PASSWORD/.test(name) && value ? [value] : [],
  );
  return Object.assign(product, { issuer, secrets });
}

export interface InstallationOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** How long the access tokens of accounts live. */
  readonly tokenSeconds: number;
}

/** A product that can be started again: at its address, with its data and its users. */
export interface Installation {
  readonly product: Product;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function installWith(
  keycloak: TestKeycloak | null,
  { env: more, tokenSeconds }: InstallationOptions,
): Promise<Installation> {
  const { port, env } =
    keycloak === null ? { port: await lastingPort(), env: {} } : await newRealm(keycloak, { tokenSeconds });
  const dataDir = await temporaryFolder('installation');
  await copyPreparedData(dataDir);
  const start = () =>
    startProduct({
      port,
      dataDir,
      env: { ...LIMITS, USER_TOKEN_SECONDS: String(tokenSeconds), ...env, ...more },
    });
  let product = await start();
  return {
    get product() {
      return product;
    },
    async restart() {
      await product.stop();
      product = await start();
    },
    async remove() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
