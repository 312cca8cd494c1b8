import { isReady, type Pod } from './cluster.js';
import type { Play } from './play.js';
import type { Release } from './release.js';
import type { ServiceName } from './services.js';

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
    if (isPrevious) await play.during('upgrade from the previous release', () => release.upgrade());
    for (const service of ['game', 'gateway'] as const) {
      await play.during(`scale ${service} 1 → 3`, () => release.scale(service, 3));
      await this.delete(service);
      await this.delete(service, 'by force');
      await play.during(`scale ${service} 3 → 1`, () => release.scale(service, 1));
    }
  }

  /** Deletes the oldest pod that serves, as sockets stay where they are; resolves when its successor serves. */
  private delete(service: ServiceName, how: 'gracefully' | 'by force' = 'gracefully'): Promise<void> {
    const { play, release } = this;
    return play.during(`delete a ${service} pod ${how}`, async () => {
      const ready = (await release.cluster.pods(service)).filter(isReady);
      const age = ({ metadata }: Pod) => metadata.creationTimestamp ?? '';
      const [pod] = ready.toSorted((a, b) => age(a).localeCompare(age(b)));
      if (!pod) throw new Error(`no pod of ${service} is ready`);
      this.killed++;
      const force = how === 'by force' ? ['--grace-period=0', '--force'] : [];
      await release.cluster.kubectl(['delete', 'pod', pod.metadata.name, '--wait=false', ...force]);
      await release.rolledOut(service);
    });
  }
}
