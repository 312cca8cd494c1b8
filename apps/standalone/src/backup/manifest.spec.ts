import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { z } from 'zod';
import { variables as ofBackup } from '../commands/backup.config.js';
import { SCHEMAS } from '../schemas.js';
import { incompatibility, type Manifest, thisRelease } from './manifest.js';

const ROOT = join(import.meta.dirname, '../../../..');
const release = { ...thisRelease('18'), version: '0.9.0', rules: 6, platform: 'linux-x64' };
const manifest: Manifest = {
  ...release,
  format: 1,
  kind: 'files',
  takenAt: '2026-01-01T00:00:00.000Z',
  installation: '1',
  schemas: Object.fromEntries(SCHEMAS.map((schema) => [schema, [...release.schemas[schema]]])),
  notIncluded: [],
  folders: [],
  files: [],
};

it('a backup names the migrations of every service that has a schema', () => {
  const exportsOf = (path: string) =>
    (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { exports?: object }).exports ?? {};
  const services = globSync('apps/*/package.json', { cwd: ROOT })
    .filter((path) => './migrations' in exportsOf(path))
    .map((path) => path.split('/')[1]);
  expect(services.toSorted()).toEqual([...SCHEMAS].toSorted());
  for (const schema of SCHEMAS) expect(release.schemas[schema].length).toBeGreaterThan(0);
});

it('a backup contains the objects of every service that stores some: they share one bucket', async () => {
  const files = globSync('apps/*/src/*.config.ts', { cwd: ROOT });
  const buckets = await Promise.all(
    files.map(async (file) => {
      const { variables } = (await import(pathToFileURL(join(ROOT, file)).href)) as { variables?: z.ZodObject };
      return variables?.shape['MINIO_BUCKET'];
    }),
  );
  const used = buckets.filter((bucket) => bucket !== undefined);
  expect(used.length).toBeGreaterThan(1);
  expect(new Set([...used, ofBackup.shape.MINIO_BUCKET]).size).toBe(1);
});

it('the backup of docker/compose.yaml has the passwords of every service with a schema, and its objects', () => {
  interface Service {
    readonly environment?: Readonly<Record<string, unknown>>;
  }
  const compose = readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8');
  const { services } = parse(compose, { merge: true }) as { services: Readonly<Record<string, Service>> };
  for (const name of ['backup', 'restore'])
    expect(Object.keys(services[name]?.environment ?? {})).toEqual(
      expect.arrayContaining([
        ...SCHEMAS.map((schema) => `${schema.toUpperCase()}_DB_PASSWORD_FILE`),
        ...['DATABASE_URL_FILE', 'KEYCLOAK_DATABASE_URL_FILE', 'MINIO_ENDPOINT', 'BACKUP_SECRETS'],
      ]),
    );
  const variables = Object.values(services).flatMap(({ environment }) => Object.keys(environment ?? {}));
  expect(variables).not.toContain('MINIO_BUCKET');
});

describe('a release that a backup is restored into', () => {
  it('opens a backup of its own, and one of an earlier release, whose schemas it migrates', () => {
    expect(incompatibility(manifest, release)).toBe(null);
    const earlier = { version: '0.8.1', rules: 5, schemas: { ...manifest.schemas, game: [], feedback: [] } };
    expect(incompatibility({ ...manifest, ...earlier }, release)).toBe(null);
  });

  it.each([
    [
      'a higher version',
      { version: '0.10.0' },
      /^This backup was taken by Earworm 0\.10\.0, which is newer than .*0\.9\.0/,
    ],
    ['newer rules', { rules: 7 }, /newer than this release \(0\.9\.0, without the rules 7\)/],
    [
      'a migration that it does not know',
      { schemas: { ...manifest.schemas, library: ['AddRooms1800000000000'] } },
      /newer than this release \(0\.9\.0, without AddRooms1800000000000 of library\)/,
    ],
    ['a service that it does not know', { schemas: { shows: ['CreateShows1'] } }, /without CreateShows1 of shows/],
    ['another Postgres', { postgres: '17' }, /with Postgres 17, and this release has Postgres 18/],
    ['another kind of machine', { platform: 'linux-arm64' }, /on linux-arm64, and this machine is linux-x64/],
  ])('refuses a backup of %s in one sentence', (_, other, sentence) => {
    const refused = incompatibility({ ...manifest, ...other }, release);
    expect(refused).toMatch(sentence);
    expect(refused).toMatch(/^[^\n]+: restore it [^.\n]+\.$/);
  });
});
