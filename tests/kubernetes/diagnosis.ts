import type { Cluster, Pod } from './cluster.js';

const LINES = 40;

/** What a failure is looked into with: the pods, the cluster's events, and the end of every log. */
export async function diagnosisOf(cluster: Cluster): Promise<string> {
  const ask = (...args: string[]) => cluster.kubectl(args).catch((error: unknown) => String(error));
  const pods = await cluster.get<Pod>('pods').catch(() => []);
  const logs = await Promise.all(
    pods.map(async ({ metadata: { name }, status }) => {
      const restarted = (status.containerStatuses ?? []).some(({ restartCount }) => restartCount > 0);
      const log = await ask('logs', name, '--all-containers', `--tail=${LINES}`);
      const before = restarted ? await ask('logs', name, '--previous', `--tail=${LINES}`) : '';
      return `── ${name}\n${before ? `before its restart:\n${before}\n` : ''}${log}`;
    }),
  );
  return [
    await ask('get', 'pods,jobs', '--output', 'wide'),
    await ask('get', 'events', '--sort-by=.lastTimestamp'),
    ...logs,
  ].join('\n');
}
