import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ReceivedOfGame } from './played-game.js';
import type { World } from './world.js';

/** What `npm run compat -- --record` has kept of a release, besides its data folder. */
export interface Recording {
  /** The commit. */
  readonly of: string;
  readonly world: World;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly heard: Readonly<Record<string, ReceivedOfGame>>;
}

const DATA = 'data.tar.zst';
const ANSWERS = 'recording.json.zst';
/** Wide enough that what every database of the server has in common is stored once. */
const { ZSTD_c_compressionLevel: LEVEL, ZSTD_c_windowLog: WINDOW, ZSTD_d_windowLogMax: WINDOW_MAX } = constants;
const compress = (data: Buffer) => zstdCompressSync(data, { params: { [LEVEL]: 19, [WINDOW]: 27 } });
const decompress = (data: Buffer) => zstdDecompressSync(data, { params: { [WINDOW_MAX]: 27 } });
/** The user `nobody` on Linux: started by root, Postgres runs as the owner of its data. */
const OWNER = ['--owner=65534', '--group=65534', '--numeric-owner'];
/** How the server was started where it was recorded. */
const NOT_KEPT = ['--exclude=./postgres/postmaster.opts'];

/** Keeps the data folder of a product that has stopped. */
export async function writeData(folder: string, dataDir: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'tar',
    ['--create', '--sort=name', ...OWNER, ...NOT_KEPT, '--directory', dataDir, '.'],
    {
      encoding: 'buffer',
      maxBuffer: 2 ** 30,
    },
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, DATA), compress(stdout));
}

export async function writeRecording(folder: string, recording: Recording): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(join(folder, ANSWERS), compress(Buffer.from(JSON.stringify(recording))));
}

export async function readRecording(folder: string): Promise<Recording> {
  return JSON.parse(decompress(await readFile(join(folder, ANSWERS))).toString()) as Recording;
}

/** A copy of the data folder that may be used up. */
export async function copyOfData(folder: string): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earworm-recorded-'));
  // Started by root, Postgres is another user, who has to get in.
  await chmod(dataDir, 0o755);
  const tar = spawn('tar', ['--extract', '--directory', dataDir], { stdio: ['pipe', 'ignore', 'pipe'] });
  tar.stdin.end(decompress(await readFile(join(folder, DATA))));
  const stderr = await text(tar.stderr);
  if (stderr !== '') throw new Error(stderr);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
