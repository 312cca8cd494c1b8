// Makes helm/schemas, which the chart's manifests are validated against: node helm/make-schemas.mjs
// Needs Go, whose module proxy (GOPROXY) has the sources.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const MODULES = {
  kubernetes: 'k8s.io/kubernetes@v1.34.4',
  gatewayApi: 'sigs.k8s.io/gateway-api@v1.4.0',
  prometheusOperator: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
};
/** What the chart uses of Kubernetes itself; a spec compares it with what is rendered. */
const KINDS = [
  'apps/v1 Deployment',
  'apps/v1 StatefulSet',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'batch/v1 CronJob',
  'batch/v1 Job',
  'networking.k8s.io/v1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy',
  'policy/v1 PodDisruptionBudget',
  'v1 ConfigMap',
  'v1 PersistentVolumeClaim',
  'v1 Pod',
  'v1 Secret',
  'v1 Service',
  'v1 ServiceAccount',
];
/** Custom resource definitions, by module. */
const DEFINITIONS = {
  gatewayApi: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  prometheusOperator: ['servicemonitors', 'prometheusrules'].map(
    (plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`,
  ),
};
const OUT = join(import.meta.dirname, 'schemas');

/** The folder of a module's sources. */
function sources(module) {
  const cwd = mkdtempSync(join(tmpdir(), 'earworm-schemas-'));
  const answer = execFileSync('go', ['mod', 'download', '-json', module], { cwd, encoding: 'utf8' });
  rmSync(cwd, { recursive: true });
  return JSON.parse(answer).Dir;
}

/** As kubeconform names it: deployment-apps-v1.json, service-v1.json. */
const fileOf = (kind, apiVersion) => {
  const [version, group] = apiVersion.split('/').reverse();
  return `${[kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-')}.json`;
};

const write = (file, schema) => writeFileSync(join(OUT, file), `${JSON.stringify(schema)}\n`);

/** Without descriptions, and without fields that are not listed. */
function strict(schema) {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  const entries = Object.entries(schema).filter(
    ([key]) => !/^(description|default|example|x-kubernetes-.*)$/.test(key),
  );
  const result = Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'properties' ? strictProperties(value) : strict(value)]),
  );
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || 'additionalProperties' in schema;
  return schema.properties && !isOpen ? { ...result, additionalProperties: false } : result;
}
/** Fields may have the names of keywords. */
const strictProperties = (properties) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strict(schema)]));

function kubernetes() {
  const { definitions } = JSON.parse(
    readFileSync(join(sources(MODULES.kubernetes), 'api/openapi-spec/swagger.json'), 'utf8'),
  );
  // What the file gives as text may be a number, too.
  definitions['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
  for (const each of KINDS) {
    const [apiVersion, kind] = each.split(' ');
    const [version, group = ''] = apiVersion.split('/').reverse();
    const is = (id) => id.group === group && id.version === version && id.kind === kind;
    const [name] = Object.entries(definitions).find(([, { 'x-kubernetes-group-version-kind': ids }]) => ids?.some(is));
    const needed = {};
    const need = (definition) => {
      if (needed[definition]) return;
      needed[definition] = strict(definitions[definition]);
      for (const [, other] of JSON.stringify(needed[definition]).matchAll(/#\/definitions\/([^"]+)/g)) need(other);
    };
    need(name);
    const own = needed[name];
    own.required = ['apiVersion', 'kind', 'metadata', ...(own.properties.spec ? ['spec'] : [])];
    write(fileOf(kind, apiVersion), { $ref: `#/definitions/${name}`, definitions: needed });
  }
}

function customResources(module, files) {
  const folder = sources(MODULES[module]);
  for (const file of files) {
    const { spec } = parse(readFileSync(join(folder, file), 'utf8'));
    for (const { name, schema, served } of spec.versions) {
      if (!served || name !== spec.versions.find((each) => each.storage).name) continue;
      const root = strict(schema.openAPIV3Schema);
      // Kubernetes itself knows these.
      Object.assign(root.properties, { metadata: { type: 'object' } });
      write(fileOf(spec.names.kind, `${spec.group}/${name}`), root);
    }
  }
}

kubernetes();
for (const [module, files] of Object.entries(DEFINITIONS)) customResources(module, files);
