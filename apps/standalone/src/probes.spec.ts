import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { Counter, Histogram } from '@earworm/service-kit/metrics';
import { describe, expect, it } from '@jest/globals';
import { probesOf } from './probes.js';

const log = createLog('standalone', { level: 'silent' });
const kitOf = (name: string) => makeKit({ name, bus: createInProcessBus({ log }), log });
const away = () => Promise.reject(new Error('away'));

describe('metrics of a process with several services', () => {
  it('describes each metric once, with the series of all services behind it', async () => {
    const kits = [kitOf('game'), kitOf('library')];
    for (const { metrics } of kits) {
      new Counter({ name: 'jobs_total', help: 'Jobs', registers: [metrics] }).inc();
      new Histogram({ name: 'job_seconds', help: 'Time', buckets: [1], registers: [metrics] }).observe(0.5);
    }
    const lines = (await probesOf(kits).metrics.metrics()).split('\n');
    const described = lines.flatMap((line) => /^# HELP (\S+)/.exec(line)?.[1] ?? []);
    expect(described).toEqual([...new Set(described)]);
    expect(described).toEqual(expect.arrayContaining(['jobs_total', 'job_seconds', 'process_start_time_seconds']));
    const start = lines.indexOf('# TYPE jobs_total counter');
    expect(lines.slice(start + 1, start + 3)).toEqual([
      'jobs_total{service="game"} 1',
      'jobs_total{service="library"} 1',
    ]);
    expect(lines).toContain('job_seconds_bucket{le="1",service="library"} 1');
  });
});

describe('readiness of a process with several services', () => {
  it('reports degraded, but ready, when an optional check of one service fails', async () => {
    const [game, library] = [kitOf('game'), kitOf('library')];
    const { health } = probesOf([game, library]);
    expect(await health.ready()).toMatchObject({ ready: true, degraded: false });
    library.health.add('disk space', away, { optional: true });
    expect(await health.ready()).toMatchObject({ ready: true, degraded: true });
  });

  it('reports not ready when a required check of one service fails', async () => {
    const [game, library] = [kitOf('game'), kitOf('library')];
    const { health } = probesOf([game, library]);
    game.health.add('postgres', away);
    expect(await health.ready()).toMatchObject({ ready: false, degraded: false });
  });
});
