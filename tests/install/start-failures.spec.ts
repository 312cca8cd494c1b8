import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { launchByCommand, type LaunchedByCommand } from '../harness/product.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const run = promisify(execFile);
const DISK_MB = 512;
/** A new database fits in neither, an existing one only in the first. */
const TOO_LITTLE_FOR_NEW_MB = 48;
const TOO_LITTLE_FOR_MORE_MB = 16;
const FULL = /disk .*full|[Rr]oom|[Ss]pace/;

let dataDir = '';
const launched: LaunchedByCommand[] = [];
const start = (env: NodeJS.ProcessEnv) => {
  const product = launchByCommand({ env: { DATA_DIR: dataDir, ...env } });
  launched.push(product);
  return product;
};
const stopAll = async () => {
  for (const product of launched.splice(0)) await product.stop();
};
/** One sentence, no stack, exit code 1. */
const expectSentence = async (product: LaunchedByCommand, sentence: RegExp) => {
  expect(await product.exited).toBe(1);
  const lines = product.output
    .split('\n')
    // Printed before, when a source was touched since the last build.
    .filter((line) => line !== '' && line !== 'Building …');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
};

beforeEach(async () => {
  dataDir = await temporaryFolder('trouble');
});
afterEach(async () => {
  await stopAll();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm start that cannot succeed', () => {
  it('names the port that is in use', async () => {
    const port = await lastingPort();
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(port, () => resolve(server));
    });
    await expectSentence(start({ PORT: String(port) }), new RegExp(`^Port ${port} is already in use: .+ PORT=`));
    other.close();
  });

  it('says that the data is in use by another process', async () => {
    await copyPreparedData(dataDir);
    await start({ PORT: String(await lastingPort()) }).url();
    await expectSentence(
      start({ PORT: String(await lastingPort()) }),
      /^Earworm is already running on the data in .+\.$/,
    );
  });

  it('names the folder that cannot be made', async () => {
    await writeFile(join(dataDir, 'file'), 'not a folder');
    await expectSentence(
      start({ PORT: '0', DATA_DIR: join(dataDir, 'file', 'data') }),
      /^The folder .+ cannot be made .+\.$/,
    );
  });

  it('names every wrong setting', async () => {
    const started = start({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect(await started.exited).toBe(1);
    expect(started.output).toMatch(/PORT: .+\n +LOG_LEVEL: /);
    expect(started.output).not.toMatch(/\n +at /);
  });
});

const isRoot = process.getuid?.() === 0;
describe('npm start on a full disk', () => {
  const title = 'says that the disk is full, at the first start and later';
  (isRoot ? it : it.skip)(isRoot ? title : `DID NOT RUN: only root can mount a small disk: ${title}`, async () => {
    const place = join(dataDir, 'small');
    await mkdir(place);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'earworm-test', place]);
    const filling = join(place, 'something-else');
    const leave = async (mb: number) => {
      const { bavail, bsize } = await statfs(place);
      await run('fallocate', ['-l', String(bavail * bsize - mb * 1024 * 1024), filling]);
    };
    const startThere = async () => start({ PORT: String(await lastingPort()), DATA_DIR: place });
    try {
      await leave(TOO_LITTLE_FOR_NEW_MB);
      await expectSentence(await startThere(), FULL);
      await rm(filling);
      const first = await startThere();
      await first.url();
      await first.stop();
      await leave(TOO_LITTLE_FOR_MORE_MB);
      await expectSentence(await startThere(), FULL);
    } finally {
      await stopAll();
      await run('umount', [place]);
    }
  });
});

describe('npm start after a power cut', () => {
  it('starts in spite of the lock files that were left behind', async () => {
    const port = String(await lastingPort());
    await copyPreparedData(dataDir);
    // As after a power cut: both lock files name processes that have ended or belong to others by now.
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`);
    await writeFile(join(dataDir, 'postgres.owner'), '1 12345');
    const second = start({ PORT: port });
    await second.url();
    expect(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).not.toContain(`${process.pid}\n/`);
  });
});
