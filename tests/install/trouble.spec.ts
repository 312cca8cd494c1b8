import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { start, stopAll, type Started } from './npm-start.js';

const run = promisify(execFile);
const DISK_MB = 512;
/** A new database would fit in neither, one that is there only in the first. */
const TOO_LITTLE_FOR_NEW_MB = 48;
const TOO_LITTLE_FOR_MORE_MB = 16;
const FULL = /disk .*full|[Rr]oom|[Ss]pace/;

let dataDir = '';
const begin = (env: NodeJS.ProcessEnv) => start({ DATA_DIR: dataDir, ...env });
/** One sentence, no stack, exit code 1. */
const expectSentence = async (started: Started, sentence: RegExp) => {
  expect(await started.ended).toBe(1);
  const lines = started
    .said()
    .split('\n')
    // Said before, when a source was touched since the last build.
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

describe('a start that cannot succeed says why in one sentence', () => {
  it('when the port is in use', async () => {
    const port = await lastingPort();
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(port, () => resolve(server));
    });
    await expectSentence(begin({ PORT: String(port) }), new RegExp(`^Port ${port} is already in use: .+ PORT=`));
    other.close();
  }, 150_000);

  it('when the same data is in use already', async () => {
    await begin({ PORT: String(await lastingPort()) }).ready();
    await expectSentence(
      begin({ PORT: String(await lastingPort()) }),
      /^Earworm is already running on the data in .+\.$/,
    );
  }, 240_000);

  it('when the data cannot be written', async () => {
    await writeFile(join(dataDir, 'file'), 'not a folder');
    await expectSentence(
      begin({ PORT: '0', DATA_DIR: join(dataDir, 'file', 'data') }),
      /^The folder .+ cannot be made .+\.$/,
    );
  }, 150_000);

  it('when a setting is wrong, naming all that are', async () => {
    const started = begin({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect(await started.ended).toBe(1);
    expect(started.said()).toMatch(/PORT: .+\n +LOG_LEVEL: /);
    expect(started.said()).not.toMatch(/\n +at /);
  }, 150_000);
});

describe('a disk that is full', () => {
  it('is named, whether at the first start or later', async () => {
    const place = join(dataDir, 'small');
    await mkdir(place);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'earworm-test', place]);
    const filling = join(place, 'something-else');
    const leave = async (mb: number) => {
      const { bavail, bsize } = await statfs(place);
      await run('fallocate', ['-l', String(bavail * bsize - mb * 1024 * 1024), filling]);
    };
    const begun = async () => begin({ PORT: String(await lastingPort()), DATA_DIR: place });
    try {
      await leave(TOO_LITTLE_FOR_NEW_MB);
      await expectSentence(await begun(), FULL);
      await rm(filling);
      const first = await begun();
      await first.ready();
      process.kill(first.pid, 'SIGTERM');
      await first.ended;
      await leave(TOO_LITTLE_FOR_MORE_MB);
      await expectSentence(await begun(), FULL);
    } finally {
      await stopAll();
      await run('umount', [place]);
    }
  }, 300_000);
});

describe('what an earlier start left behind', () => {
  it('does not keep a new one from starting', async () => {
    const port = String(await lastingPort());
    const first = begin({ PORT: port });
    await first.ready();
    process.kill(first.pid, 'SIGTERM');
    await first.ended;
    // As after a power cut: both lock files name processes that are no more, or are somebody else's by now.
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`);
    await writeFile(join(dataDir, 'postgres.owner'), '1 12345');
    const second = begin({ PORT: port });
    await second.ready();
    expect(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).not.toContain(`${process.pid}\n/`);
  }, 240_000);
});
