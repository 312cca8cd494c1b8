import type { TestedProduct } from '../../e2e/support/test.js';
import type { ImportedRealm, TestKeycloak } from '../../harness/keycloak-server.js';

export type ProviderName = 'embedded' | 'keycloak';

/** What the specs of one run share. */
export interface SharedByRun {
  /** On the project's identity provider, with the first administrator. */
  readonly product: TestedProduct;
  /** Who makes its tokens. */
  readonly issuer: string;
  /** Where Playwright connects to the browser. */
  readonly browserEndpoint: string;
  /** Null with the embedded provider. */
  readonly keycloak: (TestKeycloak & { readonly imported: ImportedRealm }) | null;
}

declare global {
  /** From the Jest project. */
  var identityProvider: ProviderName;
}

const variable = (provider: ProviderName) => `EARWORM_IDENTITY_${provider.toUpperCase()}`;

export const share = (provider: ProviderName, shared: SharedByRun): void =>
  void (process.env[variable(provider)] = JSON.stringify(shared));

/** Undefined where something is missing that the provider needs. */
export function sharedByRun(): SharedByRun | undefined {
  const text = process.env[variable(globalThis.identityProvider)];
  return text === undefined ? undefined : (JSON.parse(text) as SharedByRun);
}
