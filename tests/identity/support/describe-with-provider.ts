import { describe, it } from '@jest/globals';
import { type TestedProduct, testOn } from '../../e2e/support/test.js';
import type { ProductOptions } from '../../harness/product.js';
import { sharedByRun } from './shared-by-run.js';
import {
  type Installation,
  type InstallationOptions,
  installWith,
  type ProviderProduct,
  startProductWith,
} from './start-product.js';

/** What a spec works with; it runs on each identity provider and does not know on which. */
export interface ProviderSuite {
  /** The run's product: it is shared, so a spec brings its own users and games. */
  readonly product: TestedProduct;
  /** Who makes its tokens. */
  readonly issuer: string;
  /** Hosts of the provider's own pages, besides that of the product. */
  readonly hosts: readonly string[];
  /** A test in a browser against the run's product. */
  readonly test: ReturnType<typeof testOn>;
  /** Starts another product on the same identity provider, for a spec that needs a configuration or stops it. */
  start(options?: ProductOptions): Promise<ProviderProduct>;
  /** Such a product that is started again by the spec. */
  install(options: InstallationOptions): Promise<Installation>;
  /** A test in a browser against a product of the spec's own. */
  testOn(product: () => TestedProduct): ReturnType<typeof testOn>;
}

/** Specs of what every identity provider does. Where it is missing, one skipped test reports that they did not run. */
export function describeWithProvider(title: string, body: (suite: ProviderSuite) => void): void {
  const shared = sharedByRun();
  describe(title, () => {
    if (shared === undefined) {
      it.skip(`DID NOT RUN: there is no ${globalThis.identityProvider} in this run: start a Docker engine`, () =>
        undefined);
      return;
    }
    const { product, issuer, keycloak, browserEndpoint } = shared;
    const testInBrowser = (tested: () => TestedProduct) =>
      testOn(tested, () => globalThis.connectToBrowser(browserEndpoint));
    body({
      product,
      issuer,
      hosts: keycloak === null ? [] : [new URL(keycloak.url).hostname],
      test: testInBrowser(() => product),
      start: (options) => startProductWith(keycloak, options),
      install: (options) => installWith(keycloak, options),
      testOn: testInBrowser,
    });
  });
}
