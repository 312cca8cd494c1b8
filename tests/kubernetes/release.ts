import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Cluster, Resource } from './cluster.js';
import { run } from './command.js';
import { ROOT } from '../harness/root.js';
import { SERVICES, type ServiceName } from './services.js';

const CHART = join(ROOT, 'helm', 'earworm');
export const RELEASE = 'earworm';
const INSTALLED_WITHIN_S = 360;
const TESTED_WITHIN_S = 180;
const REMOVED_WITHIN_S = 120;
const REACHED_WITHIN_MS = 60_000;

/** The chart with everything in one namespace, as it is tried. */
export class Release {
  private constructor(
    readonly cluster: Cluster,
    /** Of its images. */
    readonly tag: string,
    /** `forget` removes it. */
    readonly folder: string,
    private readonly values: string,
  ) {}

  static async prepare(cluster: Cluster, tag: string): Promise<Release> {
    const folder = await temporaryFolder('kubernetes');
    const values = join(folder, 'values.json');
    // One machine plays hundreds of people.
    const own = {
      image: { tag },
      service: { type: 'NodePort' },
      env: RAISED_LIMITS,
      allInOne: { storage: { enabled: false } },
    };
    await writeFile(values, JSON.stringify(own));
    return new Release(cluster, tag, folder, values);
  }

  /** Every image that a pod of it needs. */
  async images(): Promise<string[]> {
    // Without a cluster to ask, the chart would be rendered for the oldest Kubernetes that helm knows.
    const version = JSON.parse(await run('kubectl', ['version', '--output', 'json'])) as {
      serverVersion: { gitVersion: string };
    };
    const forCluster = ['--kube-version', version.serverVersion.gitVersion];
    const rendered = await this.#helm(['template', RELEASE, CHART, ...forCluster, ...this.#files]);
    return [
      ...new Set([...rendered.matchAll(/^\s*(?:- )?image:\s*["']?([^"'\s]+)/gm)].map(([, image]) => image ?? '')),
    ];
  }

  /** Resolves when everything is ready. `values`: further ones, as helm's `--set` takes them. */
  async install(values: readonly string[] = [], options: readonly string[] = []): Promise<void> {
    const args = ['install', RELEASE, CHART, ...this.#files, ...setting(values), ...options, ...WAIT];
    await this.#helm(args, INSTALLED_WITHIN_S + 10);
  }

  /** Resets every deployment to the chart's values. */
  upgrade(values: readonly string[] = []): Promise<void> {
    return this.#upgrade(CHART, setting(values));
  }

  async uninstall(): Promise<void> {
    await this.#helm(['uninstall', RELEASE, '--wait', '--timeout', `${REMOVED_WITHIN_S}s`], REMOVED_WITHIN_S + 10);
  }

  /** Runs another commit's chart with images of the tag. */
  async replaceBy(commit: string, tag: string): Promise<void> {
    const archive = join(this.folder, 'chart.tar');
    // The chart links to files of the other folders.
    await run('git', ['-C', ROOT, 'archive', `--output=${archive}`, commit, 'helm', 'deploy', 'docker']);
    await run('tar', ['-xf', archive, '-C', this.folder]);
    await this.#upgrade(join(this.folder, 'helm', 'earworm'), ['--set-string', `image.tag=${tag}`]);
  }

  async #upgrade(chart: string, more: readonly string[] = []): Promise<void> {
    const files = ['--values', join(chart, 'values-all-in-one.yaml'), '--values', this.values];
    await this.#helm(['upgrade', RELEASE, chart, ...files, ...more, ...WAIT], INSTALLED_WITHIN_S + 10);
    await this.#allRolledOut();
  }

  /** Back to what ran before the last upgrade. */
  async rollBack(): Promise<void> {
    await this.#helm(['rollback', RELEASE, ...WAIT], INSTALLED_WITHIN_S + 10);
    await this.#allRolledOut();
  }

  /** Rejects with the log of the test that failed. */
  async test(): Promise<void> {
    await this.#helm(['test', RELEASE, '--logs', '--timeout', `${TESTED_WITHIN_S}s`], TESTED_WITHIN_S + 10);
  }

  async #allRolledOut(): Promise<void> {
    for (const service of SERVICES) await this.rolledOut(service);
  }

  /** Resolves when the service is rolled out and its former pods are gone. */
  async rolledOut(service: ServiceName): Promise<void> {
    const withinS = 240;
    await this.cluster.kubectl(['rollout', 'status', this.deployment(service), `--timeout=${withinS}s`], {
      withinMs: (withinS + 10) * 1_000,
    });
    await eventually(async () => {
      const pods = await this.cluster.get('pods', `app.kubernetes.io/component=${service}`);
      const leaving = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
      if (leaving.length > 0) throw new Error(`${leaving.length} pods of ${service} are still ending`);
    }, 90_000);
  }

  async scale(service: ServiceName, replicas: number): Promise<void> {
    await this.cluster.kubectl(['scale', this.deployment(service), `--replicas=${replicas}`]);
    await this.rolledOut(service);
  }

  deployment = (service: ServiceName): string => `deployment/${RELEASE}-${service}`;

  /** The disruption budget of its pods. */
  budget = (service: ServiceName): string => `${RELEASE}-${service}`;

  /** Where the gateways are reached from here: the node port at whichever address of the cluster answers. */
  async url(): Promise<string> {
    const [service] = await this.cluster.get<Resource & { spec: { ports: { nodePort?: number }[] } }>(
      'services',
      'app.kubernetes.io/component=gateway',
    );
    const port = service?.spec.ports[0]?.nodePort;
    if (port === undefined) throw new Error('the gateway has no node port');
    const hosts = await hostsOfCluster();
    return eventually(async () => {
      const urls = hosts.map((host) => `http://${host}:${port}`);
      for (const url of urls) if (await isLive(url)) return url;
      throw new Error(`no gateway answers at ${urls.join(', ')}`);
    }, REACHED_WITHIN_MS);
  }

  /** Runs `read` with a superuser's URL of the database. */
  async withDatabase<T>(read: (databaseUrl: string) => Promise<T>): Promise<T> {
    const secret = await this.cluster.kubectl(['get', 'secret', RELEASE, '--output', 'json']);
    const { data } = JSON.parse(secret) as { data: Record<string, string> };
    const password = Buffer.from(data['POSTGRES_ADMIN_PASSWORD'] ?? '', 'base64').toString();
    const { port, close } = await this.cluster.forward(`service/${RELEASE}-postgres`, 5432);
    try {
      return await read(`postgres://postgres:${password}@127.0.0.1:${port}/earworm`);
    } finally {
      close();
    }
  }

  /** Removes what was written down of it here. */
  async forget(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  get #files(): string[] {
    return ['--values', join(CHART, 'values-all-in-one.yaml'), '--values', this.values];
  }

  #helm(args: readonly string[], withinS = 60): Promise<string> {
    return run('helm', [...args, '--namespace', this.cluster.namespace], { withinMs: withinS * 1_000 });
  }
}

const setting = (values: readonly string[]): string[] => values.flatMap((value) => ['--set', value]);
const WAIT = ['--wait', '--wait-for-jobs', '--timeout', `${INSTALLED_WITHIN_S}s`];

/** The API server's host first: a cluster on this machine opens its node ports there. */
async function hostsOfCluster(): Promise<string[]> {
  const config = await run('kubectl', [
    'config',
    'view',
    '--minify',
    '--output',
    'jsonpath={.clusters[0].cluster.server}',
  ]);
  const addresses = await run('kubectl', [
    ...['get', 'nodes', '--output'],
    'jsonpath={range .items[*].status.addresses[?(@.type!="Hostname")]}{.address}{"\\n"}{end}',
  ]);
  return [new URL(config).hostname, ...addresses.split('\n').filter((address) => address !== '')];
}

const isLive = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
