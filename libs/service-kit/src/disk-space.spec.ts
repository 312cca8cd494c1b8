import { type Space, VITALS_SUBJECT, VITALS_WANTED, Vitals } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { makeKit } from './bootstrap/index.js';
import { createInProcessHub } from './bus/index.js';
import { createLog } from './log/log.js';
import { eventually } from './testing/index.js';
import { diskSpace } from './disk-space.js';
import { watchDiskSpace } from './disk-space.js';

const log = createLog('bus', { level: 'silent' });

async function watched(read: () => Promise<Space | null>) {
  const hub = createInProcessHub(log);
  const kit = makeKit({ name: 'library', bus: hub.connect(), log });
  watchDiskSpace(kit, 'disk', read);
  const reports: Vitals[] = [];
  const watcher = hub.connect();
  watcher.subscribe(VITALS_SUBJECT, ({ data }) => reports.push(Vitals.parse(JSON.parse(Buffer.from(data).toString()))));
  watcher.publish(VITALS_WANTED, new Uint8Array());
  await eventually(() => expect(reports).toHaveLength(1));
  const metrics = await kit.metrics.metrics();
  const figure = (name: string) => new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(metrics)?.[1];
  return {
    readiness: await kit.health.ready(),
    spaces: reports[0]?.spaces,
    figures: ['disk_used_bytes', 'disk_capacity_bytes', 'disk_free_bytes'].map(figure),
  };
}

describe('disk space', () => {
  it('reports the space as metrics and on the operations page', async () => {
    const space = { usedBytes: 850, totalBytes: 1_000 };
    const { readiness, spaces, figures } = await watched(() => Promise.resolve(space));
    expect(readiness).toMatchObject({ ready: true, degraded: false });
    expect(spaces).toEqual({ disk: space });
    expect(figures).toEqual(['850', '1000', '150']);
  });

  it('degrades the service, but keeps it ready, when less than 15 % is free', async () => {
    const { readiness } = await watched(() => Promise.resolve({ usedBytes: 851, totalBytes: 1_000 }));
    expect(readiness).toMatchObject({ ready: true, degraded: true, checks: [{ name: 'disk space', ok: false }] });
  });

  it('omits an unknown capacity', async () => {
    const { readiness, spaces, figures } = await watched(() => Promise.resolve({ usedBytes: 5, totalBytes: null }));
    expect(readiness.degraded).toBe(false);
    expect(spaces).toEqual({ disk: { usedBytes: 5, totalBytes: null } });
    expect(figures).toEqual(['5', undefined, undefined]);
  });

  it('reports nothing where the space cannot be known, and degrades the service where reading it fails', async () => {
    expect(await watched(() => Promise.resolve(null))).toMatchObject({
      spaces: undefined,
      readiness: { degraded: false },
    });
    const broken = await watched(() => Promise.reject(new Error('away')));
    expect(broken).toMatchObject({ spaces: undefined, readiness: { ready: true, degraded: true } });
  });

  it('reads the space of the disk that holds a folder', async () => {
    const { usedBytes, totalBytes } = (await diskSpace(tmpdir())())!;
    const { blocks, bsize } = await statfs(tmpdir());
    expect(usedBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThan(usedBytes);
    expect(totalBytes).toBeLessThanOrEqual(blocks * bsize);
  });
});
