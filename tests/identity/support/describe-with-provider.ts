import { describe, it } from '@jest/globals';
import { type TestedProduct, testOn } from '../../e2e/support/test.js';
import type { Product, ProductOptions } from '../../harness/product.js';
import { sharedByRun } from './shared-by-run.js';
import { startProductWith } from './start-product.js';

/** What a spec works with; it runs on each identity provider and does not know on which. */
export interface ProviderSuite {
  /** The run's product: it is shared, so a spec brings its own users and games. */
  readonly product: TestedProduct;
  /** A test in a browser against the run's product. */
  readonly test: ReturnType<typeof testOn>;
  /** Starts another product on the same identity provider, for a spec that needs a configuration or stops it. */
  start(options?: ProductOptions): Promise<Product>;
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
    const { product, keycloak, browserEndpoint } = shared;
    body({
      product,
      test: testOn(
        () => product,
        () => globalThis.connectToBrowser(browserEndpoint),
      ),
      start: (options) => startProductWith(keycloak, options),
    });
  });
}
