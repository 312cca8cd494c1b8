import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import type { z } from 'zod';
import { ROOT } from '../harness/root.js';
import { CHART, describeWithHelm, rendered, SET_NAMES, type ValueSet } from './support/helm.js';
import { component, type Manifest, of, type Peer } from './support/manifests.js';

/** The table "Who connects to whom" of the chart's README. */
interface Flow {
  readonly from: string;
  readonly to: string;
  readonly port: number;
  readonly when: string;
}

const DNS = [
  { port: 53, protocol: 'UDP' },
  { port: 53, protocol: 'TCP' },
];
const SERVERS = ['postgres', 'nats', 'redis', 'minio', 'keycloak', 'mail', 'tracing'];
const SERVICES = ['feedback', 'game', 'gateway', 'identity', 'library', 'rate-limit', 'shows', 'telemetry'];
const RESTRICTED = SET_NAMES.filter((set) => set !== 'small event');
const isAllInOne = (set: ValueSet) => set.startsWith('all in one');
const HOLDS: Readonly<Record<string, (set: ValueSet) => boolean>> = {
  always: () => true,
  'it prepares': () => true,
  'with Keycloak': () => true,
  'it synchronises': () => true,
  'with mail': (set) => set === 'every option',
  'with tracing': (set) => set === 'every option',
  'with backups': (set) => ['every option', 'all in one, one origin'].includes(set),
  'all in one': isAllInOne,
};
/** Where they are not those of the table. */
const OWN_PORTS: Readonly<Record<string, readonly number[]>> = { minio: [443], keycloak: [443] };
const PORTS: Partial<Record<ValueSet, Readonly<Record<string, readonly number[]>>>> = {
  'own servers': OWN_PORTS,
  production: OWN_PORTS,
  'every option': { postgres: [5433], nats: [4222, 4223], redis: [6380], keycloak: [443], mail: [465] },
};

function flowsOf(readme: string): Flow[] {
  const [, table = ''] = /\| from +\| to +\| port \| when +\|\n\|[-| ]+\n((?:\|.*\n)+)/.exec(readme) ?? [];
  return table
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [from = '', to = '', port, when = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const ends = (cell: string) => cell.split(', ');
      return ends(from).flatMap((one) => ends(to).map((two) => ({ from: one, to: two, port: Number(port), when })));
    });
}
const TABLE = flowsOf(readFileSync(join(CHART, 'README.md'), 'utf8'));

const textOf = (from: string, to: string, port: number) => `${from} → ${to}:${port}`;
const expectedIn = (set: ValueSet): string[] =>
  TABLE.filter(({ when }) => HOLDS[when]?.(set)).flatMap(({ from, to, port }) =>
    (PORTS[set]?.[to] ?? [port]).map((own) => textOf(from, to, own)),
  );

/** The end of a flow outside of the release, by what is at the other one. */
function nameOf(peers: readonly Peer[] | undefined, elsewhere: string): string {
  if (peers === undefined) return elsewhere;
  const [peer] = peers;
  return peer?.podSelector?.matchLabels['app.kubernetes.io/component'] ?? elsewhere;
}

/** Flows that the policies let out and in. Outside of the release an end is called after the port. */
function allowed(manifests: readonly Manifest[], serverAt: (port: number) => string) {
  const policies = of(manifests, 'NetworkPolicy');
  const out = policies.flatMap((policy) =>
    policy.spec.egress
      .filter(({ ports }) => JSON.stringify(ports) !== JSON.stringify(DNS))
      .flatMap(({ ports, to }) => ports.map(({ port }) => textOf(component(policy), nameOf(to, serverAt(port)), port))),
  );
  const into = policies.flatMap((policy) =>
    policy.spec.ingress.flatMap(({ ports, from }) =>
      ports.map(({ port }) =>
        textOf(nameOf(from, port === 9100 ? 'monitoring' : 'everybody'), component(policy), port),
      ),
    ),
  );
  return { out, into };
}

describeWithHelm('network policies', () => {
  it.each(RESTRICTED)('allow the flows of the table and no others for: %s', async (set) => {
    const manifests = await rendered({ set });
    const expected = expectedIn(set);
    // minio and keycloak may have the same port: both are meant then.
    const serversAt = (port: number) =>
      SERVERS.filter((server) => expected.some((flow) => flow.endsWith(`→ ${server}:${port}`)));
    const { out, into } = allowed(manifests, (port) => serversAt(port).join(' or '));
    const ends = new Set(of(manifests, 'NetworkPolicy').map(component));
    const isInside = (end: string) => ends.has(end);
    const parts = (flow: string) => /^(\S+) → (\S+):(\d+)$/.exec(flow)?.slice(1) ?? [];
    const wantedOut = expected.filter((flow) => isInside(parts(flow)[0] ?? ''));
    const wantedIn = expected.filter((flow) => isInside(parts(flow)[1] ?? ''));
    const outside = wantedOut.map((flow) => {
      const [from = '', to = '', port] = parts(flow);
      return isInside(to) ? flow : textOf(from, serversAt(Number(port)).join(' or '), Number(port));
    });
    expect(out.toSorted()).toEqual(outside.toSorted());
    expect(into.toSorted()).toEqual(wantedIn.toSorted());
  });

  it('select every pod', async () => {
    for (const set of RESTRICTED) {
      const manifests = await rendered({ set });
      const pods = of(manifests, 'Deployment', 'StatefulSet', 'Job', 'CronJob', 'Pod').map(component);
      expect(of(manifests, 'NetworkPolicy').map(component).toSorted()).toEqual(
        [...new Set(pods), 'load-test'].toSorted(),
      );
    }
  });

  it('disappear when the operator disables them', async () => {
    expect(of(await rendered({ set: 'small event' }), 'NetworkPolicy')).toEqual([]);
  });

  it('let a pooler and the database behind it have different ports', async () => {
    const manifests = await rendered({ set: 'every option', values: ['postgres.directPort=5432'] });
    const portsTo = (name: string) =>
      of(manifests, 'NetworkPolicy')
        .filter((policy) => component(policy) === name)
        .flatMap(({ spec }) => spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port)))
        .filter((port) => port === 5432 || port === 5433)
        .toSorted();
    expect([portsTo('game'), portsTo('library'), portsTo('prepare-database')]).toEqual([[5432, 5433], [5433], [5432]]);
  });

  it('exist before the Jobs that run as hooks', async () => {
    const manifests = await rendered({ set: 'own servers' });
    const hooks = of(manifests, 'NetworkPolicy').filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    expect(hooks.map(component)).toEqual(of(manifests, 'Job').map(component));
    for (const { metadata } of hooks)
      expect(metadata.annotations).toMatchObject({
        'helm.sh/hook': 'pre-install,pre-upgrade',
        'helm.sh/hook-weight': '-5',
      });
  });

  it('allow external servers only at their configured addresses', async () => {
    const policies = of(await rendered({ set: 'every option' }), 'NetworkPolicy');
    const game = policies.find((policy) => component(policy) === 'game');
    expect(game?.spec.egress).toContainEqual({
      ports: [{ port: 5433, protocol: 'TCP' }],
      to: [{ ipBlock: { cidr: '10.1.0.0/24' } }],
    });
    const gateway = policies.find((policy) => component(policy) === 'gateway');
    expect(gateway?.spec.ingress[0]?.from).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
    ]);
  });
});

/** What a service connects to by a variable of its configuration. */
const SERVER_OF: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres',
  REDIS_URL: 'redis',
  MINIO_ACCESS_KEY: 'minio',
  KEYCLOAK_URL: 'keycloak',
  SMTP_URL: 'mail',
  IDENTITY_URL: 'identity',
  NATS_URL: 'nats',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'tracing',
};

it('the table of network flows lists exactly the servers that each service is configured with', async () => {
  const variablesIn = async (pattern: string): Promise<string[]> => {
    const [file = ''] = globSync(pattern, { cwd: ROOT });
    const { variables } = (await import(pathToFileURL(join(ROOT, file)).href)) as { variables: z.ZodObject };
    return Object.keys(variables.shape);
  };
  const ofEach = await variablesIn('libs/service-kit/src/bootstrap/process.config.ts');
  for (const service of SERVICES) {
    const own = await variablesIn(`apps/${service}/src/${service}.config.ts`);
    const named = [...ofEach, ...own].flatMap((variable) => SERVER_OF[variable] ?? []);
    const inTable = TABLE.filter(({ from }) => from === service).map(({ to }) => to);
    expect([service, ...inTable.toSorted()]).toEqual([service, ...named.toSorted()]);
  }
});
