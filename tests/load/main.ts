import { rm } from 'node:fs/promises';
import { auditDataDir, auditShown } from './audit.js';
import { startLocalServer } from './local-server.js';
import { readOptions, type LoadOptions } from './options.js';
import { report } from './report.js';
import { LoadSession } from './session.js';
import { temporaryFolder } from './temporary-folder.js';
import { coresBetween, usageOf } from './usage.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (options: LoadOptions, text: string) => void (options.json || console.log(text));

async function run(options: LoadOptions): Promise<number> {
  const dataDir = await temporaryFolder('load');
  const server = options.url ? null : await startLocalServer({ dataDir });
  const session = new LoadSession(options.url ?? server?.url ?? '', options);
  try {
    say(options, `${options.games} games × ${options.players} players are taking their seats …`);
    await session.open();
    say(options, `Warming up for ${options.warmUp} s, then ${options.seconds} s at ${options.rate} presses/s …`);
    session.play();
    await pause(options.warmUp * 1000);
    session.tally.measureFrom = performance.now();
    const before = server && (await usageOf(server.pid));
    const ownCpu = process.cpuUsage();
    await pause(options.seconds * 1000);
    const after = server && (await usageOf(server.pid));
    const generator = process.cpuUsage(ownCpu);
    await session.finish();
    session.close();
    await server?.stop();
    const gameIds = session.games.map((game) => game.gameId);
    const { acknowledged, shown } = session.tally;
    const audit = server ? await auditDataDir(dataDir, gameIds, acknowledged) : auditShown(shown, acknowledged);
    return report(options, session, audit, {
      serverCpu: coresBetween(before, after),
      ownCpu: coresBetween(before, after, true),
      rssMb: after?.rssMb ?? null,
      generatorCpu: (generator.user + generator.system) / 1e6 / options.seconds,
      readyAfterMs: server?.readyAfterMs ?? null,
    });
  } finally {
    session.close();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
