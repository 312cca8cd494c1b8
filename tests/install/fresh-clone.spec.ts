import { execFile } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { processesOn } from '../harness/processes-on.js';
import { launchByCommand, type LaunchedByCommand } from '../harness/product.js';
import { ROOT } from '../harness/root.js';
import { signInGuest } from '../load/guests.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const run = promisify(execFile);
const UNPRIVILEGED = 65_534;

/** The machine's own commands: this run's PATH begins with what the checkout has installed. */
const outerPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Without the variables that npm hands to its scripts, and with nothing of this checkout. */
const outerEnv = (path = outerPath) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_(?!EXTRA_CA)|JEST)/.test(name))),
  PATH: path,
});

/** The oldest Node that the README promises, and the npm that came with it. Returns the PATH of a machine that has these. */
async function oldMachine(folder: string): Promise<string> {
  const packages = [`node-${process.platform}-${process.arch}@18`, 'npm@10'];
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', ...packages], { env: outerEnv() });
  const path = [join(folder, 'node_modules', '.bin'), outerPath].join(delimiter);
  const { stdout } = await run('node', ['--version'], { env: outerEnv(path) });
  expect(stdout).toMatch(/^v18\./);
  return path;
}

/** Why this cannot be tried here; empty when it can. */
async function missing(): Promise<string> {
  if (await access(join(ROOT, '.git')).catch(() => 'none')) return 'this is not a clone';
  if (await run('npm', ['ping'], { env: outerEnv(), timeout: 20_000 }).catch(() => null)) return '';
  return 'npm cannot reach its registry';
}
const reason = await missing();

describe('a fresh clone', () => {
  const launched: LaunchedByCommand[] = [];
  let clone = '';
  let dataDir = '';
  let old = '';
  const launcher = () => join(clone, 'apps', 'standalone', 'launch.mjs');

  if (reason !== '') {
    it.skip(`DID NOT RUN: ${reason}`, () => undefined);
    return;
  }

  beforeAll(async () => {
    clone = await temporaryFolder('clone');
    dataDir = await temporaryFolder('clone-data');
    old = await temporaryFolder('old-node');
    await run('git', ['clone', '-q', ROOT, clone]);
  });
  afterEach(async () => {
    for (const product of launched.splice(0)) await product.stop();
  });
  afterAll(async () => {
    for (const folder of [clone, dataDir, old]) await rm(folder, { recursive: true, force: true });
  });

  const playable = async (as: { uid?: number; gid?: number; folder: string; path?: string }) => {
    const env = { ...outerEnv(as.path), PORT: String(await lastingPort()), DATA_DIR: as.folder, CI: '' };
    const started = launchByCommand({ env, launcher: launcher(), node: 'node', uid: as.uid, gid: as.gid });
    launched.push(started);
    const url = await started.url(600_000);
    const { http } = await signInGuest(url);
    const { gameCode } = await http.call('createGame', {
      body: { requestId: 'fresh-clone-1', moderatorName: 'Ada', quiz: 'starter' },
    });
    expect(gameCode).toHaveLength(6);
    started.signal('SIGINT');
    expect(await started.exited).toBe(0);
    expect(await processesOn(as.folder)).toEqual([]);
  };

  it('installs, builds and plays with one command, on a machine with Node 18 and without install scripts', async () => {
    await playable({ folder: join(dataDir, 'first'), path: await oldMachine(old) });
  }, 900_000);

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it : it.skip)(
    isRoot
      ? 'runs as a plain user on the Node of the machine'
      : 'DID NOT RUN: only root can become another user; the specs above ran as one',
    async () => {
      const folder = join(dataDir, 'plain');
      await run('mkdir', [folder]);
      await run('chown', ['-R', String(UNPRIVILEGED), folder, clone]);
      await playable({ uid: UNPRIVILEGED, gid: UNPRIVILEGED, folder });
    },
    700_000,
  );
});
