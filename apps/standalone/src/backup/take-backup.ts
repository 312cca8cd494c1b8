import { join } from 'node:path';
import {
  copyTree,
  installationOf,
  postgresMajor,
  type Query,
  takeBaseBackup,
  type Tree,
  withDatabaseOf,
  writeDurably,
} from '@earworm/postgres-server/base-backup';
import { isDatabaseDown, withClient } from '@earworm/service-kit/postgres';
import { SCHEMAS } from '../schemas.js';
import { BackupError, explainFileError } from './backup-error.js';
import { dataSize, exists, filesOf, requireSpace, UNFINISHED_RESTORE } from './data-folder.js';
import { type Manifest, manifestFile, manifestText, thisRelease } from './manifest.js';
import { checkTarget, inNewFolder } from './new-folder.js';

export interface TakeOptions {
  readonly dataDir: string;
  /** Does not exist, or is empty. */
  readonly target: string;
  /** What the installation keeps on other servers. */
  readonly notIncluded?: readonly string[];
  readonly signal?: AbortSignal;
}

export type Taken = Omit<Manifest, 'format'>;

/** Of an installation that runs or not. The folder is complete when it appears. */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { dataDir, target, signal } = options;
  try {
    if ((await installationOf(dataDir)) === null)
      throw new BackupError(`There is no installation in ${dataDir}: set DATA_DIR to the folder of its data.`);
    if (await exists(join(dataDir, UNFINISHED_RESTORE)))
      throw new BackupError(
        `The data in ${dataDir} is of a restore that was interrupted: there is nothing to back up.`,
      );
    await checkTarget(target, dataDir);
    await requireSpace(target, await dataSize(dataDir));
    return await inNewFolder(
      target,
      (unfinished) =>
        withDatabaseOf(dataDir, (url) =>
          withClient(url, (client) =>
            copyAll(
              options,
              unfinished,
              async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows,
            ),
          ),
        ),
      signal,
    );
  } catch (error) {
    if (isDatabaseDown(error))
      throw new BackupError('The database was stopped during the backup: take it again.', { cause: error });
    throw explainFileError(error, { reads: dataDir, writes: target });
  }
}

/** Everything is of the moment at which the copying of the database ended, or later. */
async function copyAll({ dataDir, notIncluded = [], signal }: TakeOptions, to: string, query: Query): Promise<Taken> {
  const takenAt = new Date().toISOString();
  const options = { mayVanish: true, signal };
  // Twice: before, for those that are removed meanwhile, and after, for those that are new in the database.
  const before = await filesOf(dataDir);
  const files = await copyTree(dataDir, to, before, options);
  const database = await takeBaseBackup(dataDir, to, query, signal);
  const after = without(await filesOf(dataDir), before);
  files.push(...(await copyTree(dataDir, to, after, options)));
  const taken: Taken = {
    kind: 'files',
    takenAt,
    ...withoutSchemas(thisRelease(await postgresMajor())),
    installation: (await installationOf(dataDir)) ?? '',
    schemas: await migrationsOf(query),
    notIncluded: [...notIncluded],
    folders: [...before.folders, ...after.folders, ...database.folders],
    files: [...files, ...database.files],
  };
  await writeDurably(manifestFile(to), manifestText(taken));
  return taken;
}

const without = (tree: Tree, known: Tree): Tree => {
  const [folders, files] = [new Set(known.folders), new Set(known.files)];
  return {
    folders: tree.folders.filter((path) => !folders.has(path)),
    files: tree.files.filter((path) => !files.has(path)),
  };
};

const withoutSchemas = ({ version, rules, platform, postgres }: ReturnType<typeof thisRelease>) => ({
  version,
  rules,
  platform,
  postgres,
});

/** The migrations that each service's schema has. */
export async function migrationsOf(query: Query): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {};
  for (const schema of SCHEMAS) {
    const [table] = await query<{ name: string | null }>(`select to_regclass('${schema}.migrations')::text as name`);
    const rows = table?.name ? await query<{ name: string }>(`select name from ${schema}.migrations order by id`) : [];
    migrations[schema] = rows.map(({ name }) => name);
  }
  return migrations;
}
