import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { lastingPort } from '../../harness/ports.js';
import { launchByCommand, type Product, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { ROOT } from '../../harness/root.js';
import { run } from '../../kubernetes/command.js';
import { createEventData, missingOf } from '../../load/event-data.js';

const WITHIN_S = 60;
/** Images may have to be built. */
const COMPOSE_WITHIN_MS = 1_800_000;
const USAGE = `npm run robustness -- backup [npm-start] [compose] [--games 100]`;

/** One of the ways to run the product. */
interface Way {
  /** Starts with nothing. Resolves with its address. */
  start(): Promise<string>;
  backup(): Promise<void>;
  /** Loses everything but the backup. */
  lose(): Promise<void>;
  restore(): Promise<void>;
  /** What was restored. Resolves with its address. */
  startAgain(): Promise<string>;
  close(): Promise<void>;
}

function npmStart(folder: string): Way {
  let product: Product | undefined;
  const backups = join(folder, 'backup');
  const command = async (dataDir: string, ...args: string[]) => {
    const launched = launchByCommand({ command: 'backup', args, env: { DATA_DIR: dataDir } });
    if ((await launched.exited) !== 0) throw new Error(launched.output);
  };
  const startIn = async (name: string) => {
    const dataDir = join(folder, name);
    await mkdir(dataDir, { recursive: true });
    product = await startProduct({ dataDir, env: RAISED_LIMITS });
    return product.url;
  };
  return {
    start: () => startIn('first'),
    backup: () => command(join(folder, 'first'), backups),
    lose: async () => void (await product?.stop()),
    restore: () => command(join(folder, 'second'), 'restore', backups),
    startAgain: () => startIn('second'),
    close: async () => void (await product?.stop()),
  };
}

async function dockerCompose(folder: string): Promise<Way> {
  const [port, keycloakPort, minioPort] = [await lastingPort(), await lastingPort(), await lastingPort()].map(String);
  const env = {
    EARWORM_TAG: 'backup-trial',
    ...process.env,
    ...{ EARWORM_BACKUPS: folder, PORT: port, KEYCLOAK_PORT: keycloakPort, MINIO_PORT: minioPort },
  };
  const limits = Object.fromEntries(
    ['gateway', 'rate-limit', 'identity'].map((name) => [name, { environment: RAISED_LIMITS }]),
  );
  const more = join(folder, '..', `${basename(folder)}.json`);
  await writeFile(more, JSON.stringify({ services: limits }));
  const files = ['--file', join(ROOT, 'docker/compose.yaml'), '--file', more];
  const project = ['compose', '--project-name', `earworm-backup-${process.pid}`, ...files];
  const compose = (...args: string[]) => run('docker', [...project, ...args], { env, withinMs: COMPOSE_WITHIN_MS });
  const start = async () => {
    await compose('up', '--detach', '--wait', 'gateway', 'telemetry', 'feedback', 'shows');
    return `http://127.0.0.1:${port}`;
  };
  const lose = async () => void (await compose('down', '--volumes', '--remove-orphans', '--timeout', '5'));
  return {
    ...{ start, startAgain: start, lose },
    close: async () => {
      await lose();
      await rm(more);
    },
    backup: async () => void (await compose('run', '--rm', 'backup')),
    restore: async () => {
      const [name = ''] = await readdir(folder);
      await compose('run', '--rm', 'restore', name);
    },
  };
}

const WAYS: Readonly<Record<string, (folder: string) => Way | Promise<Way>>> = {
  'npm-start': npmStart,
  compose: dockerCompose,
};

async function timed(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await act();
  return Number(((performance.now() - since) / 1_000).toFixed(1));
}

/** Resolves with whether nothing was missing and neither took too long. */
async function measure(name: string, games: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'earworm-backup-'));
  const way = await WAYS[name]!(folder);
  try {
    const url = await way.start();
    const data = await createEventData(url, games);
    const backupS = await timed(() => way.backup());
    await way.lose();
    const restoreS = await timed(() => way.restore());
    const missing = await missingOf(await way.startAgain(), data);
    for (const each of missing) console.error(`${name}: ${each}`);
    console.log(
      JSON.stringify({ way: name, games, accounts: games, clips: games, backupS, restoreS, missing: missing.length }),
    );
    return missing.length === 0 && backupS <= WITHIN_S && restoreS <= WITHIN_S;
  } finally {
    await way.close();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { games: { type: 'string', default: '100' } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals : ['npm-start'];
  if (names.some((name) => !WAYS[name]) || !(Number(values.games) > 0)) throw new Error(USAGE);
  const results: boolean[] = [];
  for (const name of names) results.push(await measure(name, Number(values.games)));
  process.exitCode = results.every(Boolean) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
