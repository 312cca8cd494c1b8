import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLog } from './log/log.js';
import { createMetrics } from './metrics.js';
import { type Job, Jobs } from './jobs.js';

describe('job scheduler', () => {
  const metrics = createMetrics('spec', { process: false });
  const log = createLog('spec', { level: 'silent' });
  let jobs: Jobs;
  beforeEach(() => {
    jest.useFakeTimers();
    metrics.clear();
    jobs = new Jobs(log, metrics);
  });
  afterEach(() => void jest.useRealTimers());

  /** Counts its runs; the spec ends each. */
  function start(terms: Partial<Job> = {}) {
    const work: PromiseWithResolvers<unknown>[] = [];
    const stops: (() => boolean)[] = [];
    const run = (stopped: () => boolean) => {
      stops.push(stopped);
      work.push(Promise.withResolvers());
      return work.at(-1)?.promise;
    };
    jobs.start([{ name: 'sweep', everyMs: 1_000, run, failure: 'could not sweep', ...terms }]);
    return { work, isStopped: () => stops.at(-1)?.() };
  }
  const runs = async (outcome: string) => {
    const [metric] = (await metrics.getMetricsAsJSON()).filter(({ name }) => name === 'job_runs_total');
    return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value;
  };

  it('runs a job after the time to its first run, and then at its rate', async () => {
    const { work } = start({ firstMs: 300 });
    await jest.advanceTimersByTimeAsync(299);
    expect(work).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveLength(1);
    work[0]?.resolve(undefined);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(work).toHaveLength(2);
  });

  it('starts no run of a job while another is in progress', async () => {
    const { work } = start();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(work).toHaveLength(1);
    work[0]?.resolve(undefined);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveLength(2);
  });

  it('counts runs that were done, left to another replica, or failed, and continues after a failure', async () => {
    const failures: unknown[] = [];
    const { work } = start({ failure: (error) => failures.push(error) });
    await jest.advanceTimersByTimeAsync(1_000);
    work[0]?.reject('down');
    await jest.advanceTimersByTimeAsync(1_000);
    work[1]?.resolve(null);
    await jest.advanceTimersByTimeAsync(1_000);
    work[2]?.resolve(7);
    await jest.advanceTimersByTimeAsync(0);
    expect(failures).toEqual(['down']);
    expect([await runs('done'), await runs('skipped'), await runs('failed')]).toEqual([1, 1, 1]);
  });

  it('counts a run that throws before it waits for anything as failed', async () => {
    jobs.start([
      {
        name: 'throws',
        everyMs: 1_000,
        failure: 'could not',
        run: () => {
          throw new Error('down');
        },
      },
    ]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await runs('failed')).toBe(1);
  });

  it('stops after the current run, and begins no more', async () => {
    const { work, isStopped } = start();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isStopped()).toBe(false);
    let hasStopped = false;
    const stopping = jobs.stop().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([isStopped(), hasStopped, work.length]).toEqual([true, false, 1]);
    work[0]?.resolve(undefined);
    await stopping;
  });
});
