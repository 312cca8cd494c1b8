import { setTimeout as pause } from 'node:timers/promises';
import { auditLog, auditDelivered } from './audit.js';
import { Missing, openLayout, type Layout } from './layout.js';
import { readOptions, type LoadOptions } from './options.js';
import { report } from './report.js';
import { LoadSession } from './session.js';
import { stopOnSignals } from './stop-on-signals.js';
import { coresBetween, usageOf } from './usage.js';

const say = (options: LoadOptions, text: string) => void (options.json || console.log(text));

async function run(options: LoadOptions, layout: Layout): Promise<number> {
  const session = new LoadSession(layout.urls, options);
  try {
    say(options, `${options.games} games × ${options.players} players are taking their seats …`);
    await session.open();
    say(options, `Warming up for ${options.warmUp} s, then ${options.seconds} s at ${options.rate} buzzes/s …`);
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
    const { acknowledged, delivered } = session.tally;
    const audit = layout.readLog
      ? await layout.readLog((url) => auditLog(url, gameIds, acknowledged))
      : auditDelivered(delivered, acknowledged);
    return report(options, session, audit, {
      cores: layout.parts.length === 0 ? null : coresBetween(before, after),
      rssMb: layout.parts.length === 0 ? null : (after?.rssMb ?? null),
      generatorCpu: (generator.user + generator.system) / 1e6 / options.seconds,
      readyAfterMs: layout.readyAfterMs,
    });
  } finally {
    session.close();
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const layout = await openLayout(options);
  stopOnSignals(() => layout.close());
  try {
    return await run(options, layout);
  } finally {
    await layout.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Missing ? 2 : 1;
}
