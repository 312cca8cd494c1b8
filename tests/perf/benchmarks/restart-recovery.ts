import { rm } from 'node:fs/promises';
import { lastingPort } from '../../harness/ports.js';
import { launchByCommand, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { PlayerPool } from '../../load/player-pool.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { interleavedMedians } from '../interleaved-runs.js';

const TURNS = 3;
/** Promised to players, from the kill to the snapshot. */
const WITHIN_MS = 1_500;
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
  const dataDir = await temporaryFolder('restart-floor');
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

async function playOn(pool: PlayerPool): Promise<void> {
  const { unseen, stuck, count } = await pool.play(PLAY.seconds * 500, PLAY.rate);
  if (unseen + stuck > 0 || count === 0) throw new Error('the games could not be played on');
}

/**
 * Kills the server of `npm start` while players are connected: ms after the kill until each part of the restart was done
 * and the players were back, with the CPU of the new process.
 */
async function killAndRecover(games: number, players: number) {
  const dataDir = await temporaryFolder('restart');
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
  const pool = new PlayerPool({ urls: [await launcher.url()], games, players, ...PLAY });
  try {
    await pool.open();
    await playOn(pool);
    const [before] = readyLines(launcher.output);
    if (!before) throw new Error('the server did not log when it was ready');
    const recovery = pool.recover();
    const killedAt = Date.now();
    process.kill(before.pid, 'SIGKILL');
    const { sockets, firstAt, halfAt, p99At, lastAt } = await recovery;
    const [, after] = readyLines(launcher.output);
    if (!after || Number.isNaN(lastAt)) throw new Error(`not all were back within 30 s:\n${launcher.output}`);
    const cpuMs = await cpuMsOf([{ name: 'server', pid: after.pid, only: 'itself' }]);
    await playOn(pool);
    const sinceKill = (ms: number) => after.processAt + ms - killedAt;
    return {
      sockets,
      processMs: sinceKill(0),
      loadedMs: sinceKill(after.loaded),
      databaseMs: sinceKill(after.database),
      servicesMs: sinceKill(after.services),
      listeningMs: sinceKill(after.listening),
      firstMs: firstAt - killedAt,
      halfMs: halfAt - killedAt,
      p99Ms: p99At - killedAt,
      lastMs: lastAt - killedAt,
      startCpuMs: after.cpu,
      recoveryCpuMs: cpuMs - after.cpu,
      floorStartMs: await floorStartMs(),
    };
  } finally {
    await pool.close();
    await launcher.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Medians of turns; in each, the floor program starts once. */
export const benchmark = withOptions({
  what: 'from `kill -9` of the server until 99 % of 2,000 players in 100 games have a snapshot, by parts of the restart',
  options: { games: 100, players: 20 },
  async run({ games, players }) {
    const { recovery } = await interleavedMedians(TURNS, { recovery: () => killAndRecover(games, players) });
    return {
      ratio: recovery.p99Ms / WITHIN_MS,
      target: 1,
      reference: `${WITHIN_MS} ms; floorStartMs is what a bare process with its database takes to start`,
      figures: recovery,
    };
  },
});
