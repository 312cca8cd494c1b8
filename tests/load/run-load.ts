import { setTimeout as pause } from 'node:timers/promises';
import { auditDelivered, auditLog } from './audit.js';
import { type Layout, withLayout } from './layout.js';
import { DEFAULT_OPTIONS, type LoadOptions } from './options.js';
import { isCorrect, type LoadResult, reportOf, resultOf } from './report.js';
import { LoadSession } from './session.js';
import { coresBetween, usageOf } from './usage.js';

export interface LoadRun {
  readonly result: LoadResult;
  readonly isCorrect: boolean;
  /** For people. */
  readonly report: string;
}

/** Plays games at a set rate on a layout that is opened for it, and checks the log afterwards. */
export function runLoad(given: Partial<LoadOptions>, say: (text: string) => void = () => undefined): Promise<LoadRun> {
  const options = { ...DEFAULT_OPTIONS, ...given };
  return withLayout(options, (layout) => play(options, layout, say));
}

/** The result of a run that must be correct. */
export async function measureLoad(given: Partial<LoadOptions>): Promise<LoadResult> {
  const run = await runLoad(given);
  if (!run.isCorrect) throw new Error(`not played correctly:\n${run.report}`);
  return run.result;
}

async function play(options: LoadOptions, layout: Layout, say: (text: string) => void): Promise<LoadRun> {
  const session = new LoadSession(layout.urls, options);
  try {
    say(`${options.games} games × ${options.players} players are taking their seats …`);
    await session.open();
    say(`Warming up for ${options.warmUp} s, then ${options.seconds} s at ${options.rate} buzzes/s …`);
    session.play();
    await pause(options.warmUp * 1000);
    session.tally.measureFrom = performance.now();
    const before = await usageOf(layout.parts);
    const ownCpu = process.cpuUsage();
    await pause(options.seconds * 1000);
    const after = await usageOf(layout.parts);
    const generator = process.cpuUsage(ownCpu);
    await session.finish();
    session.close();
    const gameIds = session.games.map((game) => game.gameId);
    const { acknowledged, delivered, stuck } = session.tally;
    const audit = layout.readLog
      ? await layout.readLog((url) => auditLog(url, gameIds, acknowledged))
      : auditDelivered(delivered, acknowledged);
    const machine = {
      cores: layout.parts.length === 0 ? null : coresBetween(before, after),
      rssMb: layout.parts.length === 0 ? null : (after?.rssMb ?? null),
      generatorCpu: (generator.user + generator.system) / 1e6 / options.seconds,
      readyAfterMs: layout.readyAfterMs,
    };
    const result = resultOf(options, session, audit, machine);
    return {
      result,
      isCorrect: isCorrect(result, audit, stuck.length),
      report: reportOf(result, session, audit, machine),
    };
  } finally {
    session.close();
  }
}
