import { describe, expect, it } from '@jest/globals';
import { keepRunning, type Run } from './keep-running.mjs';

const CRASHED: Run = { code: 134, signal: 'SIGABRT', readyAt: 0, wasStopped: false };

/** Runs a server that ends like this, one run after the other; `ranForMs` is how long each of them ran. */
async function restart(runs: readonly Run[], { ranForMs = 1_000, stopsAtPause = Infinity } = {}) {
  let [now, run] = [0, 0];
  const pauses: number[] = [];
  const logged: object[] = [];
  const limits: number[] = [];
  const code = await keepRunning({
    run: (readyWithinMs) => {
      limits.push(readyWithinMs);
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
  return { code, pauses, logged, limits, runs: run };
}
const crashes = (count: number) => Array.from({ length: count }, () => CRASHED);
const FAILED: Run = { code: 1, signal: null, readyAt: null, reason: 'Port 3000 is in use', wasStopped: false };
const failures = (count: number) => Array.from({ length: count }, () => FAILED);
const ended: Run = { code: 0, signal: null, readyAt: 0, wasStopped: false };

describe('server restarts', () => {
  it('restarts at once the first time, later with a backoff up to 30 seconds, and logs each restart', async () => {
    const { code, pauses, logged } = await restart([...crashes(8), ended]);
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(logged).toHaveLength(8);
    expect(logged[2]).toEqual({ code: 134, signal: 'SIGABRT', restarts: 3, afterMs: 2_000 });
    expect(code).toBe(0);
  });

  it('restarts at once again after the server was ready for five minutes', async () => {
    const { pauses } = await restart([...crashes(3), ended], { ranForMs: 300_000 });
    expect(pauses).toEqual([0, 0, 0]);
  });

  it('restarts again when the restart itself fails', async () => {
    const { runs, pauses } = await restart([CRASHED, { ...CRASHED, code: 1, signal: null, readyAt: null }, ended]);
    expect(runs).toBe(3);
    expect(pauses).toEqual([0, 1_000]);
  });

  it('gives up with an error that names the reason when no server was ready for a minute', async () => {
    const { code, pauses, logged } = await restart([CRASHED, ...failures(7)]);
    // Each takes a second to fail; the last one is made when the minute is over.
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 23_000]);
    expect(code).toBe(1);
    expect(logged.at(-1)).toEqual({ code: 1, signal: null, reason: 'Port 3000 is in use', restarts: 7 });
  });

  it('allows a minute again after each server that was ready', async () => {
    const almost = [CRASHED, ...failures(6)];
    expect(await restart([...almost, CRASHED, FAILED, ended])).toMatchObject({ code: 0, runs: 10 });
  });

  it('limits a restart to a minute, and gives up after one that hangs for so long', async () => {
    const killed = { ...FAILED, code: 137, signal: 'SIGKILL' };
    const { code, limits, runs } = await restart([CRASHED, killed], { ranForMs: 60_000 });
    expect({ code, limits, runs }).toEqual({ code: 137, limits: [Infinity, 60_000], runs: 2 });
  });

  it('leaves a server down that could not start, and exits with its code', async () => {
    expect(await restart([FAILED])).toMatchObject({ code: 1, runs: 1, logged: [] });
  });

  it('leaves a server down that was stopped on purpose, however it ended', async () => {
    expect(await restart([{ ...CRASHED, wasStopped: true }])).toMatchObject({ code: 134, runs: 1, logged: [] });
  });

  it('restarts nothing when the launcher is stopped during the backoff', async () => {
    expect(await restart([CRASHED, CRASHED], { stopsAtPause: 2 })).toMatchObject({ code: 134, runs: 2 });
  });
});
