import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART, describeWithHelm, type Rendering, template } from './support/helm.js';

/** Helm renders the chart about 200 times. */
const WITHIN_MS = 120_000;
const AT_ONCE = 2;

interface Leaf {
  readonly keys: readonly string[];
  /** With dots. */
  readonly path: string;
  readonly value: unknown;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** A value that changes nothing by itself in the context below, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {};

/** Text for every pattern of the schema. */
const TEXTS = ['changed', 'https://changed.example.org', '3Mi', '77s', '30 3 * * *', 'changed@example.org'];
const PEERS = [{ ipBlock: { cidr: '10.9.0.0/16' } }];
const PAIR = { changed: 'yes' };
/** For lists and maps, and where the schema alone does not tell what fits. */
const CHANGED: readonly (readonly [RegExp, unknown])[] = [
  [/(labels|annotations|nodeSelector)$/i, PAIR],
  [/^allowedOrigins$/, ['https://changed.example.org']],
  [/^trustedProxies$/, ['10.0.0.0/8']],
  [/ullSecrets$/, ['changed']],
  [/^image\.digests$/, { game: `sha256:${'a'.repeat(64)}` }],
  [/^env$/, { CHANGED: 'yes' }],
  [/^secretKeys$/, { REDIS_PASSWORD: 'changed' }],
  [/^envFrom$/, [{ secretRef: { name: 'changed' } }]],
  [/^nats\.servers$/, ['changed:4222']],
  [/podMetrics$/, [{ name: 'changed', averageValue: '1' }]],
  [/tolerations$/, [{ key: 'changed' }]],
  [/^pods\.affinity$/, { podAntiAffinity: {} }],
  [/^pods\.extraVolumes$/, [{ name: 'changed', emptyDir: {} }]],
  [/^pods\.extraVolumeMounts$/, [{ name: 'changed', mountPath: '/changed' }]],
  [/SourceRanges$/, ['10.9.0.0/16']],
  [/parentRefs$/, [{ name: 'changed' }]],
  [/^networkPolicy\.(from|monitoring|to\..*)$/, PEERS],
  [/^extraObjects$/, [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'changed' } }]],
  [/^privacy\.backupKeepDays$/, 30],
  [/^tracing\.sampleRatio$/, 0.5],
  [/^service\.externalTrafficPolicy$/, 'Local'],
  [/^service\.nodePort$/, 30_080],
];

/** What has to be on for a value to matter; else servers of one's own with nothing more. */
const CONTEXTS: readonly (readonly [RegExp, Pick<Rendering, 'set' | 'json'>])[] = (
  [
    [/^allInOne\.(?!enabled)/, 'all in one', []],
    [/^backup\.moveOldData$/, 'own servers', ['backup.enabled=true', 'backup.restore="newest"']],
    [/^backup\.(?!enabled)/, 'own servers', ['backup.enabled=true']],
    [/^httpRoute\.enabled$/, 'own servers', ['httpRoute.parentRefs=[{"name":"public"}]']],
    [/^httpRoute\./, 'own servers', ['httpRoute.enabled=true', 'httpRoute.parentRefs=[{"name":"public"}]']],
    [/^ingress\.(?!enabled)/, 'own servers', ['ingress.enabled=true']],
    [/^service\.nodePort$/, 'own servers', ['service.type="NodePort"']],
    [/^service\.(loadBalancer|externalTraffic)/, 'own servers', ['service.type="LoadBalancer"']],
    [/^services\.gateway\.autoscaling\.(?!enabled)/, 'own servers', ['services.gateway.autoscaling.enabled=true']],
    [/^services\.game\.autoscaling\.(?!enabled)/, 'own servers', ['services.game.autoscaling.enabled=true']],
    [/^monitoring\.serviceMonitor\.(?!enabled)/, 'own servers', ['monitoring.serviceMonitor.enabled=true']],
    [/^monitoring\.rules\.(?!enabled)/, 'own servers', ['monitoring.rules.enabled=true']],
    [/^monitoring\.dashboards\.(?!enabled)/, 'own servers', ['monitoring.dashboards.enabled=true']],
    [/^caCertificates\.key$/, 'own servers', ['caCertificates.configMap="authorities"']],
    [/^(tracing|networkPolicy\.to\.tracing)/, 'own servers', ['tracing.endpoint="http://collector:4318"']],
    [/^(mail\.port|networkPolicy\.to\.mail)$/, 'own servers', ['mail.existingSecret="mail"']],
    [/^admin\.email$/, 'own servers', ['admin.existingSecret="admin"']],
    [/^serviceAccount\.create$/, 'own servers', ['serviceAccount.name="shows"']],
  ] as const
).map(([paths, set, json]) => [paths, { set, json }]);

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leavesOf(value: unknown, keys: readonly string[] = []): Leaf[] {
  if (!isMap(value) || Object.keys(value).length === 0) return [{ keys, path: keys.join('.'), value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
}

const LEAVES = leavesOf(parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')));
const SCHEMA = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>;
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(SCHEMA.$defs[schema.$ref.replace('#/$defs/', '')] ?? {});

function schemaOf({ keys, path }: Leaf): Schema {
  const found = keys.reduce<Schema>((schema, key) => {
    const { properties = {}, additionalProperties } = resolved(schema);
    const inner = properties[key] ?? additionalProperties;
    if (!isMap(inner)) throw new Error(`the schema has no ${path}`);
    return inner;
  }, SCHEMA);
  return resolved(found);
}

/** Something else that the schema accepts. */
function changed(leaf: Leaf): unknown {
  const { path, value } = leaf;
  const [, known] = CHANGED.find(([paths]) => paths.test(path)) ?? [];
  if (known !== undefined) return known;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  const schema = schemaOf(leaf);
  if (schema.enum !== undefined) return schema.enum.find((each) => each !== value);
  const patterns = [schema, ...(schema.anyOf ?? []).map(resolved)].flatMap(({ pattern }) => pattern ?? []);
  return TEXTS.find((text) => patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern).test(text)));
}

/** Accepted nowhere: text for what is no text. */
const ofWrongType = ({ value }: Leaf): unknown => (typeof value === 'string' ? false : 'wrong');

const keyOf = ({ keys }: Leaf): string => keys.map((key) => key.replaceAll('.', String.raw`\.`)).join('.');

/** Without the passwords, which are made up each time. */
async function manifests(rendering: Rendering): Promise<string> {
  const { code, stdout, stderr } = await template(rendering);
  if (code !== 0) throw new Error(stderr);
  return stdout.replaceAll(/^ {2}[A-Z_]+: [\w+/=]{40,}$/gm, '');
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

describeWithHelm('values of the chart', () => {
  const contextOf = ({ path }: Leaf): Pick<Rendering, 'set' | 'json'> =>
    CONTEXTS.find(([paths]) => paths.test(path))?.[1] ?? { set: 'own servers', json: [] };
  const unchanged: string[] = [];
  const refused: string[] = [];

  beforeAll(async () => {
    await inParallel(LEAVES, async (leaf) => {
      const { set, json = [] } = contextOf(leaf);
      const before = await manifests({ set, json });
      const other = `${keyOf(leaf)}=${JSON.stringify(changed(leaf))}`;
      try {
        if ((await manifests({ set, json: [...json, other] })) === before) unchanged.push(leaf.path);
      } catch (error) {
        refused.push(`${other}: ${String(error)}`);
      }
    });
  }, WITHIN_MS);

  it('accept something else each', () => {
    expect(LEAVES.length).toBeGreaterThan(150);
    expect(refused).toEqual([]);
  });

  it('change what is rendered each', async () => {
    // Setting a value to what it is does not, also where passwords are made up.
    for (const set of ['own servers', 'all in one'] as const)
      expect(await manifests({ set, json: ['logLevel="info"'] })).toBe(await manifests({ set, json: [] }));
    expect(unchanged.toSorted()).toEqual(Object.keys(WITHOUT_EFFECT).toSorted());
  });

  it('cause a refusal with their path when they have the wrong type', async () => {
    const json = LEAVES.map((leaf) => `${keyOf(leaf)}=${JSON.stringify(ofWrongType(leaf))}`);
    const { code, stderr } = await template({ set: 'own servers', json });
    expect(code).toBe(1);
    const paths = new Set([...stderr.matchAll(/- at '([^']+)'/g)].map(([, path]) => path));
    const pointers = LEAVES.map(({ keys }) => keys.map((key) => `/${key.replaceAll('/', '~1')}`).join(''));
    const missing = pointers.filter((path) => !paths.has(path));
    expect(missing).toEqual([]);
  });
});
