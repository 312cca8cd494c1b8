import { Gauge, type Registry } from 'prom-client';
import type { Space } from '@earworm/contracts';
import type { HealthChecks } from './health/health-checks.js';
import type { VitalSigns } from './vitals/vitals.js';
import { mkdir, statfs } from 'node:fs/promises';

const LEAST_FREE = 0.15;
const READ_EVERY_MS = 30_000;

export type ReadDiskSpace = () => Promise<Space | null>;

export interface DiskSpaceDependencies {
  readonly metrics: Registry;
  readonly health: Pick<HealthChecks, 'add'>;
  readonly vitals: Pick<VitalSigns, 'space'>;
}

export function watchDiskSpace(
  { metrics, health, vitals }: DiskSpaceDependencies,
  name: string,
  read: ReadDiskSpace,
): void {
  let last: Space | null = null;
  let readAt = -Infinity;
  let reading: Promise<Space | null> | null = null;
  const current = (): Promise<Space | null> => {
    if (reading !== null) return reading;
    if (performance.now() - readAt < READ_EVERY_MS) return Promise.resolve(last);
    reading = read()
      .then((space) => {
        readAt = performance.now();
        return (last = space);
      })
      .finally(() => (reading = null));
    return reading;
  };

  const gauge = (suffix: string, help: string, value: (space: Space) => number | null) =>
    new Gauge({
      name: `${name}_${suffix}_bytes`,
      help: `${help} of the ${name}`,
      registers: [metrics],
      async collect() {
        const space = await current().catch(() => null);
        const bytes = space === null ? null : value(space);
        if (bytes === null) this.remove();
        else this.set(bytes);
      },
    });
  gauge('used', 'Bytes used', ({ usedBytes }) => usedBytes);
  gauge('capacity', 'Bytes in all', ({ totalBytes }) => totalBytes);
  gauge('free', 'Bytes left', freeOf);

  vitals.space(name, () => last);
  health.add(
    `${name} space`,
    async () => {
      const space = await current();
      const free = space === null ? null : freeOf(space);
      if (space?.totalBytes && free !== null && free < space.totalBytes * LEAST_FREE)
        throw new Error(`less than ${LEAST_FREE * 100} % of the ${name} is free`);
    },
    { optional: true },
  );
}

const freeOf = ({ usedBytes, totalBytes }: Space): number | null =>
  totalBytes === null ? null : Math.max(0, totalBytes - usedBytes);

export const diskSpace =
  (folder: string): ReadDiskSpace =>
  async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bfree, blocks, bsize } = await statfs(folder);
    const usedBytes = (blocks - bfree) * bsize;
    return { usedBytes, totalBytes: usedBytes + bavail * bsize };
  };
