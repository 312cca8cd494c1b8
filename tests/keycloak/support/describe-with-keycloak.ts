import { describe, it } from '@jest/globals';
import { type TestedProduct, testOn } from '../../e2e/support/test.js';
import { type SharedByRun, sharedByRun } from '../../identity/support/shared-by-run.js';

type Test = ReturnType<typeof testOn>;
type RunningKeycloak = NonNullable<SharedByRun['keycloak']>;

/**
 * Specs of what is about Keycloak alone; `test` is a test in a browser that has Keycloak for its product, `on` one that has another. Without Keycloak, a
 * skipped test reports that they did not run.
 */
export function describeWithKeycloak(
  title: string,
  body: (keycloak: RunningKeycloak, test: Test, on: (product: () => TestedProduct) => Test) => void,
): void {
  const { keycloak, browserEndpoint = '' } = sharedByRun() ?? {};
  describe(title, () => {
    if (keycloak) {
      const on = (product: () => TestedProduct) => testOn(product, () => globalThis.connectToBrowser(browserEndpoint));
      const itself = on(() => ({ url: keycloak.url, dataDir: '' }));
      body(keycloak, itself, on);
    } else it.skip('DID NOT RUN: there is no Keycloak in this run: start a Docker engine', () => undefined);
  });
}
