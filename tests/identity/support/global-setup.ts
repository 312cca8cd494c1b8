import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@jest/types';
import { type BrowserServer, chromium } from 'playwright-core';
import { browserOptions } from '../../e2e/support/browser.js';
import { dockerVersion } from '../../harness/docker-run.js';
import { HOST_OF_CONTAINERS, startKeycloak } from '../../harness/keycloak-server.js';
import { ADMIN_ENV, prepareData } from '../../harness/prepared-data.js';
import { ROOT } from '../../harness/root.js';
import { type ProviderName, share, type SharedByRun } from './shared-by-run.js';
import { type ProviderProduct, startProductWith } from './start-product.js';

const RESULTS = join(ROOT, 'test-results', 'identity');

interface Running {
  stop(): Promise<unknown>;
}
declare global {
  /** By provider. */
  var earwormIdentity: Map<string, Running[]> | undefined;
}

/** One product on the project's identity provider, and one browser. */
export default async function setUp(_: Config.GlobalConfig, { globals }: Config.ProjectConfig): Promise<void> {
  const provider = globals['identityProvider'] as ProviderName;
  const running: Running[] = [];
  (globalThis.earwormIdentity ??= new Map()).set(provider, running);
  const keep = <T extends Running>(started: T): T => {
    running.push(started);
    return started;
  };
  const isMissing = provider === 'keycloak' && (await dockerVersion()) === undefined;
  if (isMissing) {
    process.stderr.write('\nMISSING: Keycloak: specs that need it will not run. No Docker engine answers.\n');
    return;
  }
  await mkdir(RESULTS, { recursive: true });
  const removeData = await prepareData();
  keep({ stop: removeData });
  const [keycloak, browser] = await Promise.all([
    provider === 'keycloak' ? startKeycloak(IMPORTED).then(keep) : null,
    browserOptions().then((options) => chromium.launchServer(options)),
  ]);
  keep(stoppable(browser));
  const server = keycloak && { url: keycloak.url, admin: keycloak.admin, imported: IMPORTED };
  const logFile = join(RESULTS, `server-${provider}.log`);
  const product: ProviderProduct = keep(
    await startProductWith(server, { env: { ...ADMIN_ENV, LOG_LEVEL: 'info' }, logFile }),
  );
  const { url, dataDir } = product;
  const shared: SharedByRun = {
    product: { url, dataDir, logFile },
    issuer: product.issuer,
    browserEndpoint: browser.wsEndpoint(),
    keycloak: server,
  };
  share(provider, shared);
}

const stoppable = (browser: BrowserServer): Running => ({ stop: () => browser.close() });

/** Of the realm that Keycloak imports; products of specs have realms of their own. */
const IMPORTED = {
  publicUrl: 'http://localhost:3000',
  assertionKeysUrl: `http://${HOST_OF_CONTAINERS}:3000/keys`,
  clientSecret: 'the-secret-of-the-imported-realm',
};
