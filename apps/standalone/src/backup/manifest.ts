import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CopiedFile, readContent } from '@earworm/postgres-server/base-backup';
import { z } from 'zod';
import { RULES } from '@earworm/rules';
import { migrationNames, type Schema } from '../schemas.js';
import { BackupError } from './backup-error.js';

/** Of the manifest and the layout of a backup, by its kind: releases that know one only refuse the other. */
const FORMATS = { files: 1, tables: 2 } as const;
const MANIFEST = 'manifest.json';
const NAMED_AT_MOST = 3;

/** Below the backup, in it only. */
const Path = z.string().refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part)));

const Manifest = z.object({
  format: z.number().int(),
  /** `files`: of an installation in a folder, with the files of its database. `tables`: read from servers. */
  kind: z.enum(['files', 'tables']).default('files'),
  takenAt: z.iso.datetime(),
  /** Of the release that took it. */
  version: z.string(),
  /** `RULES` of that release: the newest events in it. */
  rules: z.number().int(),
  /** Postgres' files are not portable; its tables are. */
  platform: z.string(),
  postgres: z.string(),
  /** See `installationOf`. */
  installation: z.string(),
  /** The migrations that each service's schema has, in their order. */
  schemas: z.record(z.string(), z.array(z.string())),
  /** What the installation keeps on other servers, in words. */
  notIncluded: z.array(z.string()),
  folders: z.array(Path),
  files: z.array(z.object({ path: Path, size: z.number().int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** What a backup is compared with. */
export interface Release {
  readonly version: string;
  readonly rules: number;
  readonly platform: string;
  readonly postgres: string;
  readonly schemas: Readonly<Record<Schema, readonly string[]>>;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** `postgres`: the version of its server. */
export const thisRelease = (postgres: string): Release => ({
  version,
  rules: RULES,
  platform: `${process.platform}-${process.arch}`,
  postgres,
  schemas: migrationNames(),
});

export const manifestFile = (backup: string): string => join(backup, MANIFEST);

export const manifestText = (manifest: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMATS[manifest.kind], ...manifest } satisfies Manifest, null, 1)}\n`;

/** Throws a sentence for a folder that holds no backup, or only a part of one. */
export async function readManifest(backup: string): Promise<Manifest> {
  const found = await stat(backup).catch(() => null);
  if (!found?.isDirectory()) throw new BackupError(`There is no backup in ${backup}.`);
  const text = await readFile(manifestFile(backup), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) {
    const isPart =
      backup.endsWith('.unfinished') ||
      (await readdir(backup)).some((name) => ['postgres', 'databases'].includes(name));
    throw new BackupError(
      isPart
        ? `The backup in ${backup} was not finished and cannot be restored: use another one.`
        : `There is no backup in ${backup}.`,
    );
  }
  const stored = parse(text);
  if (stored !== null && typeof stored === 'object' && 'format' in stored && Number(stored.format) > FORMATS.tables)
    throw new BackupError(
      `The backup in ${backup} was taken by a newer release of Earworm: restore it with that release or a later one.`,
    );
  const parsed = Manifest.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new BackupError(`The backup in ${backup} is damaged: its ${MANIFEST} cannot be read. Use another backup.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A sentence for a backup that this release cannot open; else null. A later release migrates what is in it. */
export function incompatibility(manifest: Manifest, release: Release): string | null {
  const taken = `This backup was taken by Earworm ${manifest.version}`;
  const isNewer = manifest.version.localeCompare(release.version, 'en', { numeric: true }) > 0;
  const unknown = Object.entries(manifest.schemas).flatMap(([schema, migrations]) =>
    migrations
      .filter((name) => !release.schemas[schema as Schema]?.includes(name))
      .map((name) => `${name} of ${schema}`),
  );
  if (isNewer || manifest.rules > release.rules || unknown.length > 0)
    return `${taken}, which is newer than this release (${release.version}${
      isNewer ? '' : `, without ${unknown[0] ?? `the rules ${manifest.rules}`}`
    }): restore it with the release that took it or a later one.`;
  if (manifest.kind === 'tables') return null;
  if (manifest.postgres !== release.postgres)
    return `${taken} with Postgres ${manifest.postgres}, and this release has Postgres ${release.postgres}, which cannot open it: restore it with a release that has Postgres ${manifest.postgres}.`;
  if (manifest.platform !== release.platform)
    return `${taken} on ${manifest.platform}, and this machine is ${release.platform}, where its database cannot be opened: restore it on a machine of the same kind.`;
  return null;
}

/** Throws a sentence that names files that are missing or have changed. */
export async function verifyFiles(backup: string, { files }: Manifest, signal?: AbortSignal): Promise<void> {
  const damaged: string[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    const content = await readContent(join(backup, file.path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!content || !isSame(content, file)) damaged.push(file.path);
  }
  requireUndamaged(backup, damaged);
}

/** As `verifyFiles`, of files that were copied from it. */
export function verifyCopies(backup: string, { files }: Manifest, copies: readonly CopiedFile[]): void {
  const copied = new Map(copies.map((file) => [file.path, file]));
  const damaged = files.filter((file) => {
    const copy = copied.get(file.path);
    return !copy || !isSame(copy, file);
  });
  requireUndamaged(
    backup,
    damaged.map(({ path }) => path),
  );
}

type Content = Pick<CopiedFile, 'size' | 'sha256'>;
const isSame = (one: Content, other: Content) => one.size === other.size && one.sha256 === other.sha256;

function requireUndamaged(backup: string, damaged: readonly string[]): void {
  if (damaged.length === 0) return;
  const more = damaged.length - NAMED_AT_MOST;
  const named = `${damaged.slice(0, NAMED_AT_MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw new BackupError(
    `The backup in ${backup} is damaged: ${named} ${damaged.length === 1 ? 'is' : 'are'} missing or changed. Use another backup.`,
  );
}
