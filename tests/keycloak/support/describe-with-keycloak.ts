import { describe, it } from '@jest/globals';
import { testOn } from '../../e2e/support/test.js';
import { type SharedByRun, sharedByRun } from '../../identity/support/shared-by-run.js';

type RunningKeycloak = NonNullable<SharedByRun['keycloak']>;

/**
 * Specs of what is about Keycloak alone; `test` is a test in a browser that has Keycloak for its product. Without one, a
 * skipped test reports that they did not run.
 */
export function describeWithKeycloak(
  title: string,
  body: (keycloak: RunningKeycloak, test: ReturnType<typeof testOn>) => void,
): void {
  const { keycloak, browserEndpoint = '' } = sharedByRun() ?? {};
  describe(title, () => {
    if (keycloak) {
      const product = () => ({ url: keycloak.url, dataDir: '' });
      body(
        keycloak,
        testOn(product, () => globalThis.connectToBrowser(browserEndpoint)),
      );
    } else it.skip('DID NOT RUN: there is no Keycloak in this run: start a Docker engine', () => undefined);
  });
}
