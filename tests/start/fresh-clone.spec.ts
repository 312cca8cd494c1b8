import { execFile } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../load/local-server.js';
import { signInGuest } from '../load/guests.js';
import { temporaryFolder } from '../load/temporary-folder.js';
import { processesOn, start, stopAll } from './npm-start.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const NOBODY = 65_534;

/** The machine's own commands: this run's PATH begins with what the checkout has installed. */
const outerPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Without the variables that npm hands to its scripts, and with nothing of this checkout. */
const outerEnv = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST)/.test(name))),
  PATH: outerPath,
});

/** Why this cannot be tried here; empty when it can. */
async function missing(): Promise<string> {
  if (await access(join(ROOT, '.git')).catch(() => 'none')) return 'this is not a clone';
  if (await run('npm', ['ping'], { env: outerEnv(), timeout: 20_000 }).catch(() => null)) return '';
  return 'npm cannot reach its registry';
}
const reason = await missing();

describe('a fresh clone', () => {
  let clone = '';
  let dataDir = '';
  const launcher = () => join(clone, 'apps', 'standalone', 'launch.mjs');

  if (reason !== '') {
    it.skip(`DID NOT RUN: ${reason}`, () => undefined);
    return;
  }

  beforeAll(async () => {
    clone = await temporaryFolder('clone');
    dataDir = await temporaryFolder('clone-data');
    await run('git', ['clone', '-q', ROOT, clone]);
  }, 60_000);
  afterEach(stopAll);
  afterAll(async () => {
    for (const folder of [clone, dataDir]) await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const playable = async (as: { uid?: number; gid?: number; folder: string }) => {
    const env = { ...outerEnv(), PORT: String(await freePort()), DATA_DIR: as.folder, CI: '' };
    const started = start(env, { launcher: launcher(), node: 'node', uid: as.uid, gid: as.gid });
    const url = await started.ready(300_000);
    const { http } = await signInGuest(url);
    const { gameCode } = await http.call('createGame', {
      body: { requestId: 'fresh-clone-1', moderatorName: 'Ada', quiz: 'starter' },
    });
    expect(gameCode).toHaveLength(6);
    process.kill(started.pid, 'SIGINT');
    expect(await started.ended).toBe(0);
    expect(await processesOn(as.folder)).toEqual([]);
  };

  it('installs, builds and plays with one command, on the Node the machine has and without install scripts', async () => {
    await playable({ folder: join(dataDir, 'first') });
  }, 320_000);

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it : it.skip)(
    isRoot ? 'also runs as a plain user' : 'DID NOT RUN: only root can become another user; the specs above ran as one',
    async () => {
      const folder = join(dataDir, 'plain');
      await run('mkdir', [folder]);
      await run('chown', ['-R', String(NOBODY), folder, clone]);
      await playable({ uid: NOBODY, gid: NOBODY, folder });
    },
    60_000,
  );
});
