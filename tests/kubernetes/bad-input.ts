import { eventually } from '@earworm/service-kit/testing/eventually';
import { type Cluster, isReady, type Pod } from './cluster.js';
import type { Release } from './release.js';

interface Container {
  env: { name: string; value?: string; valueFrom?: object }[];
}
interface Deployment {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: {
    replicas: number;
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: { containers: [Container] } };
  };
}

interface BadInput {
  readonly name: string;
  /** Of the identity service. */
  readonly env: Container['env'][number];
  /** Says what is wrong: a line of the log, or why Kubernetes does not start the container. */
  readonly reason: RegExp;
  /** The process cannot work with what it was given and ends; otherwise it waits, without a restart. */
  readonly ends?: true;
}

const SEEN_WITHIN_MS = 90_000;
/** A pod that waits is looked at for this long: it must not be restarted. */
const WATCHED_MS = 15_000;

const secretKey = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });

const BAD: readonly BadInput[] = [
  {
    name: 'missing-secret',
    env: { name: 'DB_PASSWORD', ...secretKey('not-there', 'IDENTITY_DB_PASSWORD') },
    reason: /secret "not-there" not found/,
  },
  {
    name: 'unreachable-database',
    env: { name: 'DATABASE_URL', value: 'postgres://identity:$(DB_PASSWORD)@192.0.2.1:5432/earworm' },
    reason: /database/,
  },
  {
    name: 'wrong-password',
    env: { name: 'DB_PASSWORD', value: 'wrong' },
    reason: /database: the user or the password of the URL is not accepted/,
  },
  {
    name: 'wrong-value',
    env: { name: 'DATABASE_URL', value: 'not a database' },
    reason: /the configuration is not usable: DATABASE_URL: /,
    ends: true,
  },
];

/**
 * Starts the identity service of a release once more with each bad input, beside the one that serves. Resolves with what is
 * wrong: a pod that says nothing clear, is ready all the same, or is restarted although it could wait.
 */
export async function checkBadInput(release: Release, say: (what: string) => void): Promise<string[]> {
  const { cluster } = release;
  const text = await cluster.kubectl(['get', release.deployment('identity'), '--output', 'json']);
  const applied = BAD.map((bad) => variantOf(JSON.parse(text) as Deployment, bad));
  await cluster.kubectl(['apply', '--filename', '-'], {
    input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: applied }),
  });
  const problems = await Promise.all(BAD.map((bad) => problemOf(cluster, bad, say)));
  await cluster.kubectl(['delete', 'deployments', ...applied.map(({ metadata }) => metadata.name), '--wait=false']);
  return problems.filter((problem) => problem !== null);
}

/** With other labels, so that no Service selects it. */
function variantOf({ apiVersion, kind, spec }: Deployment, { name, env }: BadInput): Deployment {
  const labels = { 'app.kubernetes.io/component': name };
  const [container] = spec.template.spec.containers;
  // A variable may refer to those that stand before it.
  const at = container.env.findIndex((each) => each.name === env.name);
  const changed = container.env.with(at, env);
  return {
    ...{ apiVersion, kind, metadata: { name: `bad-input-${name}`, labels } },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { ...spec.template.spec, containers: [{ ...container, env: changed }] },
      },
    },
  };
}

async function problemOf(
  cluster: Cluster,
  { name, reason, ends }: BadInput,
  say: (what: string) => void,
): Promise<string | null> {
  const pod = async (): Promise<Pod> => {
    const [found] = await cluster.pods(name);
    if (!found) throw new Error('it has no pod');
    return found;
  };
  try {
    const line = await eventually(async () => {
      const found = await pod();
      const matching = [waitingFor(found), ...(await logOf(cluster, found))].filter((each) => reason.test(each));
      if (!matching[0]) throw new Error(`nothing says ${reason}`);
      return matching[0];
    }, SEEN_WITHIN_MS);
    say(`${name}: ${line.slice(0, 300)}`);
    const until = Date.now() + WATCHED_MS;
    await eventually(async () => {
      const found = await pod();
      if (isReady(found)) throw new Error('its pod is ready');
      if (!ends && restartsOf(found) > 0) throw new Error('its container was restarted');
      const lines = (await logOf(cluster, found)).filter((each) => reason.test(each));
      if (lines.length > 1) throw new Error(`it says so ${lines.length} times:\n${lines.slice(0, 3).join('\n')}`);
      if (Date.now() < until) throw new Error('it has not been looked at for long enough');
    }, WATCHED_MS * 2);
    return null;
  } catch (error) {
    return `bad input ${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const restartsOf = ({ status }: Pod): number =>
  (status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

const waitingFor = ({ status }: Pod): string => {
  const { reason = '', message = '' } = status.containerStatuses?.[0]?.state.waiting ?? {};
  return `${reason}: ${message}`;
};

const logOf = async (cluster: Cluster, { metadata }: Pod): Promise<string[]> =>
  (await cluster.kubectl(['logs', metadata.name]).catch(() => '')).split('\n');
