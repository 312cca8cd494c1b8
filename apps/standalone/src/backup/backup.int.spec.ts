import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withDatabaseOf } from '@earworm/postgres-server/base-backup';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../embedded-postgres.js';
import { loadStandaloneConfig } from '../standalone.config.js';
import { type Manifest, manifestFile } from './manifest.js';
import { type RestoreOptions, restoreBackup } from './restore-backup.js';
import { takeBackup } from './take-backup.js';

const run = promisify(execFile);
const FILES = {
  'objects/signing-key': 'a key',
  'objects/kept/clips/up-1': 'a clip',
  'objects/types/clips/up-1': 'audio/wav',
  'of-a-later-service/secret': 'a secret',
};

describe('backup and restore of an installation', () => {
  let folder: string;
  let dataDir: string;
  /** Taken once, and never changed. */
  let backup: string;
  let counter = 0;

  const sentenceOf = (work: Promise<unknown>) =>
    work.then(
      () => 'it succeeded',
      (error: Error) => (/^(Backup|EmbeddedPostgres)Error$/.test(error.name) ? error.message : `no sentence: ${error}`),
    );
  const restore = (options: Partial<RestoreOptions> & { dataDir: string }) =>
    restoreBackup({ source: backup, ...options });
  const newFolder = () => join(folder, `folder-${++counter}`);
  const wordsIn = (dir: string) =>
    withDatabaseOf(dir, (url) =>
      withClient(url, async (client) => (await client.query('select word from kept order by word')).rows),
    );
  /** A copy of the backup that a spec may spoil. */
  const copyOfBackup = async () => {
    const copy = newFolder();
    await run('cp', ['-a', backup, copy]);
    return copy;
  };
  const changeManifest = async (copy: string, change: (manifest: Manifest) => object) => {
    const manifest = JSON.parse(await readFile(manifestFile(copy), 'utf8')) as Manifest;
    await writeFile(manifestFile(copy), JSON.stringify({ ...manifest, ...change(manifest) }));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-backup-'));
    // Run as root, Postgres is another user, who has to get in.
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
    backup = join(folder, 'backup');
    const postgres = await startEmbeddedPostgres({ dir: dataDir, durable: false });
    await withClient(postgres.url, (client) =>
      client.query(`create table kept (word text); insert into kept values ('earworm')`),
    );
    for (const [path, text] of Object.entries({ ...FILES, 'objects/drafts/d1': 'half a clip' })) {
      await mkdir(join(dataDir, path, '..'), { recursive: true });
      await writeFile(join(dataDir, path), text);
    }
    await takeBackup({ dataDir, target: backup });
    await postgres.stop();
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('brings back the database and every file of the folder but unfinished uploads', async () => {
    const restored = newFolder();
    await restore({ dataDir: restored });
    expect(await wordsIn(restored)).toEqual([{ word: 'earworm' }]);
    for (const [path, text] of Object.entries(FILES)) expect(await readFile(join(restored, path), 'utf8')).toBe(text);
    expect(await readdir(join(restored, 'objects/drafts'))).toEqual([]);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect((await stat(join(backup, 'objects/signing-key'))).mode & 0o777).toBe(0o600);
  }, 60_000);

  it('copies an installation that does not run', async () => {
    const target = newFolder();
    const { files } = await takeBackup({ dataDir, target });
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(FILES)));
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  }, 60_000);

  it('keeps what was committed before it began when the log is recycled meanwhile', async () => {
    const [busy, target, restored] = [newFolder(), newFolder(), newFolder()];
    await restore({ dataDir: busy });
    const settings = { max_wal_size: '32MB', min_wal_size: '32MB' };
    const postgres = await startEmbeddedPostgres({ dir: busy, durable: false, settings });
    let isDone = false;
    const writing = withClient(postgres.url, async (client) => {
      await client.query('create table filler as select 1 as number');
      while (!isDone) {
        await client.query('insert into filler select generate_series(1, 50000)');
        await client.query('checkpoint');
      }
    });
    await withClient(postgres.url, (client) => client.query(`insert into kept values ('late')`));
    await takeBackup({ dataDir: busy, target }).finally(() => (isDone = true));
    await writing;
    await postgres.stop();
    await restore({ source: target, dataDir: restored });
    expect(await wordsIn(restored)).toEqual([{ word: 'earworm' }, { word: 'late' }]);
  }, 120_000);

  describe('taking a backup', () => {
    it.each([
      ['a folder that is not empty', () => folder, /exists and is not empty: choose a new folder\.$/],
      ['a file', () => join(backup, 'postgres.password'), /is a file: choose a new folder\.$/],
      ['the folder of the data', () => join(dataDir, 'backup'), /is in the folder of the data/],
      ['a folder below a file', () => join(backup, 'postgres.password', 'backup'), /is a file or below one/],
    ])('refuses %s as its target', async (_, target, sentence) => {
      expect(await sentenceOf(takeBackup({ dataDir, target: target() }))).toMatch(sentence);
    });

    it('refuses a target where another one is being taken', async () => {
      const target = newFolder();
      await mkdir(`${target}.unfinished`);
      expect(await sentenceOf(takeBackup({ dataDir, target }))).toMatch(/another backup is being taken there/);
    });

    it('refuses a folder without an installation', async () => {
      const [empty, target] = [newFolder(), newFolder()];
      expect(await sentenceOf(takeBackup({ dataDir: empty, target }))).toMatch(
        /^There is no installation in .+DATA_DIR/,
      );
    });

    it('fails in a sentence when Earworm stops meanwhile, and leaves nothing behind', async () => {
      const [stopped, target] = [newFolder(), newFolder()];
      await restore({ dataDir: stopped });
      const postgres = await startEmbeddedPostgres({ dir: stopped, durable: false });
      const taking = sentenceOf(takeBackup({ dataDir: stopped, target }));
      await eventually(() => stat(join(`${target}.unfinished`, 'postgres')), 30_000, 5);
      await postgres.stop();
      expect(await taking).toBe('The database was stopped during the backup: take it again.');
      expect(await stat(`${target}.unfinished`).catch(() => null)).toBe(null);
    }, 60_000);

    it('leaves nothing behind when it is stopped', async () => {
      const target = newFolder();
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(takeBackup({ dataDir, target, signal })).rejects.toThrow('stopped');
      expect(await readdir(folder)).not.toContain(`${target.split('/').at(-1)}.unfinished`);
    });
  });

  describe('restoring a backup', () => {
    let target: string;
    beforeEach(() => void (target = newFolder()));
    const refusal = (options: Partial<RestoreOptions> = {}) => sentenceOf(restore({ dataDir: target, ...options }));

    it.each<[string, (copy: string) => Promise<unknown>, RegExp]>([
      [
        'a changed file',
        (copy) => appendFile(join(copy, 'postgres/PG_VERSION'), '\n'),
        /damaged: postgres\/PG_VERSION is/,
      ],
      ['a missing file', (copy) => rm(join(copy, 'objects/signing-key')), /damaged: objects\/signing-key is missing/],
      ['a cut manifest', (copy) => writeFile(manifestFile(copy), '{"format":1,'), /its manifest\.json cannot be read/],
      ['no manifest, as a half-written one', (copy) => rm(manifestFile(copy)), /was not finished/],
      [
        'a manifest that leads out of it',
        (copy) => changeManifest(copy, ({ files }) => ({ files: [{ ...files[0]!, path: '../secret' }] })),
        /its manifest\.json cannot be read/,
      ],
      ['a newer release', (copy) => changeManifest(copy, () => ({ version: '99.0.0' })), /which is newer than this/],
      ['a later form', (copy) => changeManifest(copy, () => ({ format: 3 })), /by a newer release of Earworm/],
    ])('refuses a backup with %s, and writes nothing', async (_, spoil, sentence) => {
      const source = await copyOfBackup();
      await spoil(source);
      expect(await refusal({ source })).toMatch(sentence);
      expect(await stat(target).catch(() => null)).toBe(null);
    });

    it('refuses a folder without a backup', async () => {
      expect(await refusal({ source: newFolder() })).toMatch(/^There is no backup in /);
    });

    it('refuses a folder with data, and moves it aside on demand', async () => {
      await restore({ dataDir: target });
      await withDatabaseOf(target, (url) =>
        withClient(url, (client) => client.query(`insert into kept values ('replaced')`)),
      );
      expect(await refusal()).toMatch(/holds data already: .+ --move-old-data\.$/);
      const { oldData } = await restore({ dataDir: target, moveOldData: true });
      expect(await wordsIn(target)).toEqual([{ word: 'earworm' }]);
      expect(await wordsIn(oldData ?? '')).toEqual([{ word: 'earworm' }, { word: 'replaced' }]);
    }, 60_000);

    it('adds the erased games of the data that it replaces to those of the backup', async () => {
      await restore({ dataDir: target });
      for (const part of ['kept', 'types']) {
        await mkdir(join(target, 'objects', part, 'erased/games'), { recursive: true });
        await writeFile(join(target, 'objects', part, 'erased/games/1.json'), part);
      }
      await writeFile(join(target, 'objects/kept/clips/up-2'), 'a later clip');
      await restore({ dataDir: target, moveOldData: true });
      for (const part of ['kept', 'types'])
        expect(await readFile(join(target, 'objects', part, 'erased/games/1.json'), 'utf8')).toBe(part);
      expect(await readdir(join(target, 'objects/kept/clips'))).toEqual(['up-1']);
      // What is in the way once more is no obstacle.
      await restore({ dataDir: target, moveOldData: true });
      expect(await readdir(join(target, 'objects/kept/erased/games'))).toEqual(['1.json']);
    }, 60_000);

    it('refuses to replace the data of another installation', async () => {
      await (await startEmbeddedPostgres({ dir: target, durable: false })).stop();
      expect(await refusal({ moveOldData: true })).toMatch(/^This backup is of another installation than the data in /);
    }, 60_000);

    it('refuses while Earworm runs on the folder', async () => {
      const postgres = await startEmbeddedPostgres({ dir: target, durable: false });
      expect(await refusal({ moveOldData: true })).toMatch(/^Earworm is already running on the data in /);
      await postgres.stop();
    }, 60_000);

    it('puts everything back as it was when it fails', async () => {
      await restore({ dataDir: target });
      const before = (await readdir(target)).toSorted();
      const source = await copyOfBackup();
      // Found only when the database is started: the manifest agrees with the file.
      const control = 'postgres/global/pg_control';
      await writeFile(join(source, control), '');
      const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      await changeManifest(source, ({ files }) => ({
        files: files.map((file) => (file.path === control ? { ...file, size: 0, sha256 } : file)),
      }));
      expect(await refusal({ source, moveOldData: true })).toMatch(/^The database in .+ could not run|is damaged/);
      expect((await readdir(target)).toSorted()).toEqual(before);
      expect(await wordsIn(target)).toEqual([{ word: 'earworm' }]);
    }, 60_000);

    it('keeps Earworm from starting on what an interrupted restore has left', async () => {
      await mkdir(target);
      await writeFile(join(target, 'restore.unfinished'), backup);
      const start = openDatabase(loadStandaloneConfig({ DATA_DIR: target }));
      expect(await sentenceOf(start)).toMatch(/^A restore into .+ was interrupted or is running/);
      await mkdir(join(target, 'objects'));
      expect(await refusal()).toMatch(/holds what an interrupted restore has left/);
      await restore({ dataDir: target, moveOldData: true });
      expect(await wordsIn(target)).toEqual([{ word: 'earworm' }]);
    }, 60_000);
  });

  const isRoot = process.getuid?.() === 0;
  const onOwnDisk = isRoot ? it : it.skip;
  const titleOf = (title: string) => (isRoot ? title : `DID NOT RUN: only root can mount a disk: ${title}`);

  /** A small disk for one spec. */
  const withDisk = async (options: string, work: (disk: string) => Promise<void>) => {
    const disk = newFolder();
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', `mode=755,${options}`, 'earworm-test', disk]);
    try {
      await work(disk);
    } finally {
      await run('umount', [disk]);
    }
  };

  onOwnDisk(titleOf('a full disk refuses both in a sentence, before anything is written'), async () => {
    await withDisk('size=16m', async (disk) => {
      const full = /^The disk that holds .+ has too little room: \d+ MB are needed and \d+ MB are free\.$/;
      expect(await sentenceOf(takeBackup({ dataDir, target: join(disk, 'backup') }))).toMatch(full);
      expect(await sentenceOf(restore({ dataDir: join(disk, 'data') }))).toMatch(full);
      expect(await readdir(disk)).toEqual([]);
    });
  });

  onOwnDisk(titleOf('a disk that takes no more files fails both in a sentence, and nothing is left'), async () => {
    await withDisk('size=512m,nr_inodes=300', async (disk) => {
      const full = /^The disk that holds .+ is full/;
      expect(await sentenceOf(takeBackup({ dataDir, target: join(disk, 'backup') }))).toMatch(full);
      expect(await sentenceOf(restore({ dataDir: disk }))).toMatch(full);
      expect(await readdir(disk)).toEqual([]);
    });
  });

  onOwnDisk(titleOf('a read-only disk refuses both in a sentence'), async () => {
    await withDisk('size=512m,ro', async (disk) => {
      const readOnly = /cannot be written: that file system is read-only\.$/;
      expect(await sentenceOf(takeBackup({ dataDir, target: join(disk, 'backup') }))).toMatch(readOnly);
      expect(await sentenceOf(restore({ dataDir: join(disk, 'data') }))).toMatch(readOnly);
    });
  });
});
