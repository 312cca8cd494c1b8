import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { lastingPort } from '../harness/ports.js';
import { launchByCommand, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { PlayerPool } from './player-pool.js';
import { usageOf } from './usage.js';

const PLAY = { rate: 200, seconds: 4 };

/** The server's own times, ms after `processAt` (Unix ms). */
interface Ready {
  readonly pid: number;
  readonly processAt: number;
  readonly loaded: number;
  readonly database: number;
  readonly services: number;
  readonly listening: number;
  /** Used by then. */
  readonly cpu: number;
}

const readyLines = (output: string): Ready[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"msg":"ready"'))
    .map((line) => JSON.parse(line) as Ready);

/** A bare process with the same database, from its start until it listens, ms. */
async function floorStartMs(): Promise<number> {
  const dataDir = await temporaryFolder('return-floor');
  try {
    const start = () => startProduct({ dataDir, program: 'floor' });
    // The first start creates the database.
    await (await start()).stop();
    const floor = await start();
    await floor.stop();
    return floor.readyAfterMs;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function goesOn(pool: PlayerPool): Promise<void> {
  const { unseen, stuck, count } = await pool.play(PLAY.seconds * 500, PLAY.rate);
  if (unseen + stuck > 0 || count === 0) throw new Error('the games did not go on');
}

/**
 * Kills the server of `npm start` while `--players` are connected in each of `--games`, and prints when each part of the
 * restart was done and when the players were back, in ms after the kill, with the CPU of the new process.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { games: text, players: text } });
const shape = { games: Number(values.games ?? 100), players: Number(values.players ?? 20), ...PLAY };
const dataDir = await temporaryFolder('return');
const launcher = launchByCommand({
  env: {
    ...RAISED_LIMITS,
    DATA_DIR: dataDir,
    PORT: String(await lastingPort()),
    LOG_LEVEL: 'info',
    // Compiled code is kept as by `npm start`, not as for specs.
    NODE_COMPILE_CACHE: undefined,
  },
});
const pool = new PlayerPool({ urls: [await launcher.url()], ...shape });
try {
  await pool.open();
  await goesOn(pool);
  const [before] = readyLines(launcher.output);
  if (!before) throw new Error('the server did not log when it was ready');
  const returning = pool.return();
  const killedAt = Date.now();
  process.kill(before.pid, 'SIGKILL');
  const { sockets, ...back } = await returning;
  const [, after] = readyLines(launcher.output);
  if (!after || back.lastAt === null) throw new Error(`not all were back within 30 s:\n${launcher.output}`);
  const usage = await usageOf([{ name: 'server', pid: after.pid, only: 'itself' }]);
  await goesOn(pool);
  const since = (at: number | null) => (at ?? NaN) - killedAt;
  const ofProcess = (ms: number) => since(after.processAt + ms);
  const found = {
    sockets,
    processMs: since(after.processAt),
    loadedMs: ofProcess(after.loaded),
    databaseMs: ofProcess(after.database),
    servicesMs: ofProcess(after.services),
    listeningMs: ofProcess(after.listening),
    firstMs: since(back.firstAt),
    halfMs: since(back.halfAt),
    p99Ms: since(back.p99At),
    lastMs: since(back.lastAt),
    startCpuMs: after.cpu,
    returnCpuMs: Math.round((usage?.cpuSeconds.get('server') ?? NaN) * 1_000 - after.cpu),
    floorStartMs: Math.round(await floorStartMs()),
  };
  console.log(JSON.stringify(found));
} finally {
  await pool.close();
  await launcher.stop();
  await rm(dataDir, { recursive: true, force: true });
}
