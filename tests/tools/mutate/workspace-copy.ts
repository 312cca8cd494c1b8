import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A copy of the checkout, with what is not committed yet, whose packages import each other and not the original. */
export class WorkspaceCopy {
  private constructor(
    private readonly original: string,
    readonly root: string,
    /** From the root. */
    readonly files: readonly string[],
  ) {}

  static async make(original: string, root: string): Promise<WorkspaceCopy> {
    const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
      cwd: original,
      maxBuffer: 64 * 1024 * 1024,
    });
    const files: string[] = [];
    for (const file of listed.stdout.split('\0').filter(Boolean)) {
      const target = join(root, file);
      await mkdir(dirname(target), { recursive: true });
      const isThere = await copyFile(join(original, file), target).then(
        () => true,
        // Deleted, and not committed yet.
        () => false,
      );
      if (isThere) files.push(file);
    }
    const copy = new WorkspaceCopy(original, root, files);
    await copy.#linkModules();
    return copy;
  }

  read(file: string): Promise<string> {
    return readFile(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.root, file), text);
  }

  /** What browser and cluster specs start, and the starter quiz whose tunes are rendered by the build. */
  async copyBuilds(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const target = join(this.root, folder, 'dist');
      await rm(target, { recursive: true, force: true });
      await cp(join(this.original, folder, 'dist'), target, { recursive: true });
    }
  }

  /** Builds one package in the copy, from whatever is in it now. */
  async build(folder: string): Promise<void> {
    const bin = join(this.original, 'node_modules', '.bin');
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
    await run('npm', ['run', 'build'], { cwd: join(this.root, folder), env, maxBuffer: 64 * 1024 * 1024 });
  }

  /** Links to every installed package; those of the workspace lead into the copy. */
  async #linkModules(): Promise<void> {
    const installed = join(this.original, 'node_modules');
    const modules = join(this.root, 'node_modules');
    await mkdir(modules);
    for (const name of await readdir(installed)) {
      if (name !== '@earworm') await symlink(join(installed, name), join(modules, name));
    }
    await mkdir(join(modules, '@earworm'));
    for (const file of this.files.filter((path) => /^(apps|libs)\/[^/]+\/package\.json$/.test(path))) {
      const folder = dirname(file);
      const { name } = JSON.parse(await this.read(file)) as { name: string };
      await symlink(join(this.root, folder), join(modules, name));
      const own = join(this.original, folder, 'node_modules');
      const hasOwn = await readdir(own).then(
        () => true,
        () => false,
      );
      if (hasOwn) await symlink(own, join(this.root, folder, 'node_modules'));
    }
  }
}
