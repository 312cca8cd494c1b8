import { isReady, type Pod } from './cluster.js';
import type { Play } from './play.js';
import type { Release } from './release.js';
import type { ServiceName } from './services.js';

const GONE_WITHIN_S = 90;
/** The chart's autoscaler takes away a pod every two minutes. */
const SCALED_WITHIN_S = 300;
const SCALED = ['game', 'gateway'] as const;

interface Scaling {
  readonly cpuPercent?: number;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
}

const scaling = ({ cpuPercent = 1_000, minReplicas = 1, maxReplicas = 2 }: Scaling): string[] =>
  SCALED.flatMap((service) =>
    [
      ...['enabled=true', `minReplicas=${minReplicas}`, `maxReplicas=${maxReplicas}`],
      ...[`cpuPercent=${cpuPercent}`, 'scaleDownSeconds=0'],
    ].map((value) => `services.${service}.autoscaling.${value}`),
  );

/** What an operator and a cluster do to the pods of a release while games are played on it. */
export class Disruptions {
  /** Pods that were deleted. */
  killed = 0;

  constructor(
    private readonly release: Release,
    private readonly play: Play,
  ) {}

  async short(): Promise<void> {
    await this.play.during('scale game 1 → 2', () => this.release.scale('game', 2));
    await this.delete('game');
  }

  /** `isPrevious`: the services run from the images of the previous release. */
  async long(isPrevious: boolean): Promise<void> {
    const { play, release } = this;
    await play.during('nothing happens', async () => undefined);
    if (isPrevious) {
      await play.during('upgrade from the previous release', () => release.upgrade());
      await play.during('rollback to the previous release', () => release.rollBack());
      await play.during('upgrade from the previous release again', () => release.upgrade());
    }
    for (const service of ['game', 'gateway'] as const) {
      await play.during(`scale ${service} 1 → 3`, () => release.scale(service, 3));
      await this.delete(service);
      await this.delete(service, 'by force');
      await this.drain(service);
      await play.during(`scale ${service} 3 → 1`, () => release.scale(service, 1));
    }
    // A release that was there keeps its values.
    if (isPrevious) await this.autoscale();
  }

  /**
   * Both autoscalers add a pod under play, and take it away again. Where the cluster measures no CPU their bounds do it, which they
   * enforce without measurements.
   */
  private async autoscale(): Promise<void> {
    const { play, release } = this;
    const isMeasured = await release.cluster.measuresCpu();
    const by = isMeasured ? 'by CPU' : 'by their bounds, for the cluster measures no CPU';
    // A percent of what a pod asks for is less than play takes, and ten times of it is more.
    await play.during(`the autoscalers add pods ${by}`, async () => {
      await release.upgrade(scaling(isMeasured ? { cpuPercent: 1 } : { minReplicas: 2 }));
      for (const service of SCALED) await this.follows(service, 2);
    });
    await play.during(`the autoscalers take pods away ${by}`, async () => {
      await release.upgrade(scaling(isMeasured ? { cpuPercent: 1_000 } : { maxReplicas: 1 }));
      for (const service of SCALED) await this.follows(service, 1);
    });
  }

  private async follows(service: ServiceName, replicas: number): Promise<void> {
    await this.release.cluster.kubectl(
      [
        'wait',
        `--for=jsonpath={.spec.replicas}=${replicas}`,
        this.release.deployment(service),
        `--timeout=${SCALED_WITHIN_S}s`,
      ],
      { withinMs: (SCALED_WITHIN_S + 10) * 1_000 },
    );
    await this.release.rolledOut(service);
  }

  /** Deletes the oldest pod that serves, as sockets stay where they are; resolves when its successor serves. */
  private delete(service: ServiceName, how: 'gracefully' | 'by force' = 'gracefully'): Promise<void> {
    return this.play.during(`delete a ${service} pod ${how}`, async () => {
      const pod = await this.oldest(service);
      this.killed++;
      const force = how === 'by force' ? ['--grace-period=0', '--force'] : [];
      await this.release.cluster.kubectl(['delete', 'pod', pod.metadata.name, '--wait=false', ...force]);
      await this.release.rolledOut(service);
    });
  }

  /**
   * Evicts the oldest pod that serves from a node that takes no new ones; resolves when its successor serves. One pod only: on the only
   * node of a cluster the successor waits until the node takes pods again, and the disruption budget refuses a second one.
   */
  private drain(service: ServiceName): Promise<void> {
    const { cluster } = this.release;
    return this.play.during(`evict a ${service} pod from a cordoned node`, async () => {
      const { metadata, spec } = await this.oldest(service);
      if (spec.nodeName === undefined) throw new Error(`${metadata.name} is on no node`);
      try {
        await cluster.cordon(spec.nodeName);
        this.killed++;
        await cluster.evict(metadata.name, this.release.budget(service));
        await cluster.kubectl(['wait', '--for=delete', `pod/${metadata.name}`, `--timeout=${GONE_WITHIN_S}s`], {
          withinMs: (GONE_WITHIN_S + 10) * 1_000,
        });
      } finally {
        await cluster.uncordonAll();
      }
      await this.release.rolledOut(service);
    });
  }

  private async oldest(service: ServiceName): Promise<Pod> {
    const ready = (await this.release.cluster.pods(service)).filter(isReady);
    const age = ({ metadata }: Pod) => metadata.creationTimestamp ?? '';
    const [pod] = ready.toSorted((a, b) => age(a).localeCompare(age(b)));
    if (!pod) throw new Error(`no pod of ${service} is ready`);
    return pod;
  }
}
