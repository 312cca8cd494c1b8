import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
// eslint-disable-next-line no-restricted-syntax -- for kills at random moments, not to wait for something
import { setTimeout as passed } from 'node:timers/promises';
import { newId } from '@earworm/client';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { processesOn, processIdsOn } from '../harness/processes-on.js';
import { launchByCommand, type LaunchedByCommand } from '../harness/product.js';
import { ROOT } from '../harness/root.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { signInGuest } from '../load/guests.js';

const KILLS = 10;

let dataDir = '';
let port = 0;
let running: LaunchedByCommand;
const start = (cores: number, env: NodeJS.ProcessEnv = {}) =>
  (running = launchByCommand({
    launcher: join(ROOT, 'tests/install/support/launcher.mjs'),
    args: ['--cores', String(cores)],
    env: { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: '', ...env },
  }));
const processOf = async (program: RegExp) =>
  (await processIdsOn(dataDir)).find(({ commandLine }) => program.test(commandLine))?.pid;
const SERVER = /dist\/main\.js/;
const DATABASE = /bin\/postgres -D/;
const killNext = async (program: RegExp, before?: number) => {
  const pid = await eventually(async () => {
    const found = await processOf(program);
    if (found === undefined || found === before) throw new Error(`${program.source} has not been started`);
    return found;
  });
  process.kill(pid, 'SIGKILL');
  return pid;
};
/** The same moments again: `CRASH_SEED=… npm test -- install`. */
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 1e9));
const CRASHED = /"the server crashed and is started again"/g;
const times = (line: RegExp) => running.output.match(line)?.length ?? 0;

/** Requests one after the other, each on its own connection, until it is stopped; then all of them have ended. */
function visitors() {
  let isOpen = true;
  const count = { served: 0, refused: 0 };
  const visit = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let isServed = false;
    socket.on('data', () => (isServed = true));
    await once(socket, 'close').catch(() => undefined);
    count[isServed ? 'served' : 'refused']++;
  };
  const line = async () => {
    while (isOpen) await visit();
  };
  const all = Promise.all([line(), line(), line()]);
  return {
    count,
    stop: async () => {
      isOpen = false;
      await all;
    },
  };
}

beforeEach(async () => {
  dataDir = await temporaryFolder('crashes');
  port = await lastingPort();
  await copyPreparedData(dataDir);
});
afterEach(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm start whose server is killed again and again', () => {
  /** What a server has done when it is killed: nothing, begun to use the database, become ready, or anything of it. */
  const MOMENTS = ['process', 'random', 'database', 'random', 'ready'] as const;
  /** About as long as a server takes to become ready. */
  const START_MS = 1_500;

  it.each([1, 2])('recovers after each of ten kills, with its games, on %i core(s)', async (cores) => {
    // Printed past Jest, which keeps the console of a test to itself.
    process.stderr.write(`CRASH_SEED=${SEED}\n`);
    const random = seededRandom(SEED + cores);
    const url = await start(cores).url();
    const { http } = await signInGuest(url);
    const { gameCode } = await http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Ada', quiz: 'starter' },
    });
    const visiting = visitors();
    let killed: number | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      killed = await killNext(SERVER, killed);
      // It may have become ready just before.
      await eventually(() => expect(times(CRASHED)).toBe(kill + 1));
      const ready = times(/^Earworm is ready/gm);
      const moment = MOMENTS[kill % MOMENTS.length];
      if (moment === 'random') await passed(random() * START_MS);
      if (moment === 'ready' || kill === KILLS - 1)
        await eventually(() => expect(times(/^Earworm is ready/gm)).toBeGreaterThan(ready));
      else if (moment === 'database') await eventually(async () => expect(await processOf(DATABASE)).toBeDefined());
    }
    const { served } = visiting.count;
    await eventually(async () => {
      expect(await http.call('joinInfoByCode', { params: { gameCode } })).toMatchObject({ moderatorName: 'Ada' });
      expect(visiting.count.served).toBeGreaterThan(served);
    });
    // Ends only when each connection was answered or closed.
    await visiting.stop();
    expect(times(CRASHED)).toBe(KILLS);
    running.signal('SIGINT');
    expect(await running.exited).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
  });

  it('recovers after its database was killed twice, and killed together with the server', async () => {
    await start(1).url();
    const isBack = (after: number) => eventually(() => expect(times(/^Earworm is ready/gm)).toBe(after));
    const first = await killNext(DATABASE);
    await isBack(2);
    const second = await killNext(DATABASE, first);
    await isBack(3);
    await Promise.all([killNext(SERVER), killNext(DATABASE, second)]);
    await isBack(4);
    expect((await signInGuest(`http://localhost:${port}`)).userId).not.toBe('');
  });

  it('ends with the reason when a gateway of it can never start again', async () => {
    const healthPort = await lastingPort();
    // Longer than a server takes to start on a busy machine: one that is not ready by then is killed.
    const env = { HEALTH_PORT: String(healthPort), GIVE_UP_AFTER_MS: '15000' };
    await start(2, env).url();
    await killNext(SERVER);
    // The second gateway's.
    const taken = createServer();
    try {
      await eventually(() => once(taken.listen(healthPort + 2, '127.0.0.1'), 'listening'));
      expect(await running.exited).toBe(1);
    } finally {
      taken.close();
    }
    expect(running.output).toMatch(new RegExp(`"reason":"[^"]*${healthPort + 2}[^"]*".*giving up`));
    // The first gateway ends once it notices that its server has.
    await eventually(async () => expect(await processesOn(dataDir)).toEqual([]));
  });

  it('ends with an error that names the reason when it cannot be started again', async () => {
    await start(1, { GIVE_UP_AFTER_MS: '5000' }).url();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await killNext(SERVER);
    expect(await running.exited).toBe(1);
    expect(running.output).toMatch(/"reason":"[^"]+made by Postgres 15[^"]+".*giving up"/);
    expect(await processesOn(dataDir)).toEqual([]);
  });
});
