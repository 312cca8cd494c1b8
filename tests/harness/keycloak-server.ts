import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AdminApi, ASSERTION_KEYS_PATH, type Json, type RealmSettings, syncRealm } from '@earworm/identity/realm';
import { IMAGES } from './images.js';
import { lastingPort } from './ports.js';
import { ROOT } from './root.js';
import type { TestServer } from './test-servers.js';

// Without its reaper, an image that not every registry has, testcontainers leaves stopping to the teardown.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

/** This machine's name in a container. */
export const HOST_OF_CONTAINERS = 'host.docker.internal';
const DEPLOY = join(ROOT, 'deploy', 'keycloak');
/** Of a container: what Keycloak imports at its first start, and its pages' look. */
export const KEYCLOAK_FOLDERS = {
  realm: { source: join(DEPLOY, 'realm.json'), target: '/opt/keycloak/data/import/realm.json' },
  theme: { source: join(DEPLOY, 'theme'), target: '/opt/keycloak/themes/earworm' },
} as const;
/** Starts sooner and takes less memory, at the price of throughput. */
export const SMALL_JVM = {
  JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
  JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
};
/** Specs share an administrator. Keycloak refuses a sign-in while another one of the same user is under way. */
const CONCURRENT_SIGN_INS = {
  KC_SPI_BRUTE_FORCE_PROTECTOR__DEFAULT_BRUTE_FORCE_DETECTOR__ALLOW_CONCURRENT_REQUESTS: 'true',
};

/** It takes half a minute on two idle cores, and several on busy ones. */
export const KEYCLOAK_STARTS_WITHIN_MS = 600_000;

/** A Keycloak that specs share, with its administrator. */
export interface TestKeycloak {
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
}

/** A real Keycloak with the realm `earworm`, which it has imported. */
export async function startKeycloak(
  imported: ImportedRealm,
  purpose: 'specs' | 'measuring' = 'specs',
): Promise<TestServer & TestKeycloak> {
  // It takes a second to load, and specs use only the rest of this file.
  const { GenericContainer, Wait } = await import('testcontainers');
  const { image, port: usualPort, command } = IMAGES.keycloak;
  const admin = { username: 'admin', password: randomBytes(16).toString('hex') };
  const isMeasured = purpose === 'measuring';
  // On the host's own network nothing is forwarded.
  const port = isMeasured ? await lastingPort() : usualPort;
  const unstarted = isMeasured
    ? new GenericContainer(image).withNetworkMode('host').withWaitStrategy(Wait.forLogMessage(/ started in /))
    : new GenericContainer(image)
        .withExposedPorts(port)
        .withWaitStrategy(Wait.forHttp('/realms/earworm', port).forStatusCode(200));
  const container = await unstarted
    // What is copied into its folders makes them root's.
    .withUser('0')
    .withEnvironment({
      KC_DB: 'dev-mem',
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      ...(isMeasured ? { KC_HTTP_PORT: String(port) } : SMALL_JVM),
      ...CONCURRENT_SIGN_INS,
      ...importVariables(imported),
    })
    .withExtraHosts([{ host: HOST_OF_CONTAINERS, ipAddress: isMeasured ? '127.0.0.1' : 'host-gateway' }])
    .withCopyFilesToContainer([KEYCLOAK_FOLDERS.realm])
    .withCopyDirectoriesToContainer([KEYCLOAK_FOLDERS.theme])
    .withCommand([...command])
    .withStartupTimeout(KEYCLOAK_STARTS_WITHIN_MS)
    .start();
  return {
    url: isMeasured ? `http://127.0.0.1:${port}` : `http://${container.getHost()}:${container.getMappedPort(port)}`,
    admin,
    stop: async () => void (await container.stop()),
  };
}

export type ImportedRealm = Required<Pick<RealmSettings, 'publicUrl' | 'assertionKeysUrl' | 'clientSecret'>>;

/** Values for the placeholders of the realm file. */
const importVariables = ({ publicUrl, assertionKeysUrl, clientSecret }: ImportedRealm) => ({
  PUBLIC_URL: publicUrl,
  ASSERTION_KEYS_URL: assertionKeysUrl,
  KEYCLOAK_CLIENT_SECRET: clientSecret,
});

export const adminApi = ({ url, admin }: TestKeycloak): AdminApi =>
  new AdminApi({ url, adminRealm: 'master', credentials: admin });

/** The public keys of an identity service on this machine, as a container reaches them. */
export const keysOfIdentity = (port: number): string => `http://${HOST_OF_CONTAINERS}:${port}${ASSERTION_KEYS_PATH}`;

/** One product's realm on a shared Keycloak. */
export interface ProductRealm {
  /** Of the product. */
  readonly port: number;
  /** The product's variables. */
  readonly env: NodeJS.ProcessEnv;
  readonly issuer: string;
}

export interface ProductRealmOptions {
  /** How long the access tokens of accounts live; default: as the realm file says. */
  readonly tokenSeconds?: number;
  /** Further origins at which people open the product. */
  readonly origins?: readonly string[];
  /** What the realm of another application has, which is adopted; default: it is created. */
  readonly adopted?: Readonly<Record<string, Json>>;
}

export async function newRealm(
  keycloak: TestKeycloak,
  { tokenSeconds, origins = [], adopted }: ProductRealmOptions = {},
): Promise<ProductRealm> {
  const port = await lastingPort();
  const clientSecret = randomBytes(16).toString('hex');
  const realm = `earworm-${randomBytes(4).toString('hex')}`;
  const settings: RealmSettings = {
    realm,
    clientSecret,
    publicUrl: `http://localhost:${port}`,
    origins: [`http://127.0.0.1:${port}`, ...origins],
    assertionKeysUrl: keysOfIdentity(port),
  };
  const api = adminApi(keycloak);
  if (adopted !== undefined) {
    await api.send('POST', '', { ...adopted, realm, enabled: true });
    api.renewToken();
  }
  await syncRealm(api, settings, { adopt: adopted !== undefined, report: () => undefined });
  if (tokenSeconds !== undefined) await api.send('PUT', `/${realm}`, { accessTokenLifespan: tokenSeconds });
  return {
    port,
    issuer: `${keycloak.url}/realms/${realm}`,
    env: {
      KEYCLOAK_URL: keycloak.url,
      KEYCLOAK_REALM: realm,
      KEYCLOAK_CLIENT_SECRET: clientSecret,
      // Many products share it.
      KEYCLOAK_GUEST_POOL: '5',
    },
  };
}
