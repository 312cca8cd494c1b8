import { describe, expect, it } from '@jest/globals';
import { keepRunning, type Run } from './keep-running.mjs';

const CRASHED: Run = { code: 134, signal: 'SIGABRT', readyAt: 0, wasStopped: false };

/** Runs a server that ends like this, one run after the other; `ranForMs` is how long each of them ran. */
async function restart(runs: readonly Run[], { ranForMs = 1_000, stopsAtPause = Infinity } = {}) {
  let [now, run] = [0, 0];
  const pauses: number[] = [];
  const logged: object[] = [];
  const code = await keepRunning({
    run: () => {
      const ended = runs[run++];
      if (!ended) throw new Error('started once too often');
      const readyAt = ended.readyAt === null ? null : now;
      now += ranForMs;
      return Promise.resolve({ ...ended, readyAt });
    },
    log: (fields) => logged.push(fields),
    pause: (ms) => {
      pauses.push(ms);
      now += ms;
      return Promise.resolve(pauses.length < stopsAtPause);
    },
    now: () => now,
  });
  return { code, pauses, logged, runs: run };
}
const crashes = (count: number) => Array.from({ length: count }, () => CRASHED);
const ended: Run = { code: 0, signal: null, readyAt: 0, wasStopped: false };

describe('the restart of a crashed server', () => {
  it('is made at once the first time, later with a backoff up to 30 seconds, and is logged', async () => {
    const { code, pauses, logged } = await restart([...crashes(8), ended]);
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(logged).toHaveLength(8);
    expect(logged[2]).toEqual({ code: 134, signal: 'SIGABRT', restarts: 3, afterMs: 2_000 });
    expect(code).toBe(0);
  });

  it('is made at once again after the server was ready for five minutes', async () => {
    const { pauses } = await restart([...crashes(3), ended], { ranForMs: 300_000 });
    expect(pauses).toEqual([0, 0, 0]);
  });

  it('is made again when the restart itself fails', async () => {
    const { runs, pauses } = await restart([CRASHED, { ...CRASHED, code: 1, signal: null, readyAt: null }, ended]);
    expect(runs).toBe(3);
    expect(pauses).toEqual([0, 1_000]);
  });

  it('is not made of a server that could not start, with its exit code', async () => {
    const failed = { code: 1, signal: null, readyAt: null, wasStopped: false };
    expect(await restart([failed])).toMatchObject({ code: 1, runs: 1, logged: [] });
  });

  it('is not made of a server that was stopped on purpose, however it ended', async () => {
    expect(await restart([{ ...CRASHED, wasStopped: true }])).toMatchObject({ code: 134, runs: 1, logged: [] });
  });

  it('is not made when the launcher is stopped during the backoff', async () => {
    expect(await restart([CRASHED, CRASHED], { stopsAtPause: 2 })).toMatchObject({ code: 134, runs: 2 });
  });
});
