import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../harness/root.js';
import frozen from './frozen.json' with { type: 'json' };

const git = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: ROOT })).stdout.trim();

export interface Release {
  readonly commit: string;
  /** A git worktree of it that is built; it stays for the next run. */
  readonly root: string;
}

/** Checks a commit out into the temporary folder, installs its dependencies and builds it. */
export async function buildRelease(ref: string, say: (what: string) => void): Promise<Release> {
  const commit = await git('rev-parse', '--verify', `${ref}^{commit}`);
  const root = join(tmpdir(), `earworm-${commit.slice(0, 12)}`);
  if (!existsSync(root)) {
    await git('worktree', 'prune');
    await git('worktree', 'add', '--detach', root, commit);
  }
  const part = (name: string): Promise<Record<string, () => Promise<void>>> =>
    import(pathToFileURL(join(root, 'apps/standalone/launch', `${name}.mjs`)).href);
  say(`installing and building ${ref} in ${root}`);
  await (await part('install'))['install']?.();
  await (await part('build'))['build']?.();
  return { commit, root };
}

/** Built from the routes; Git keeps its hash. */
const OPEN_API = 'libs/contracts/openapi.json';
/** Files by which releases understand each other: today's must be those of the release, byte for byte. */
const SHARED = [
  'libs/contracts/asyncapi.json',
  'libs/contracts/template.schema.json',
  'libs/rules/src/testing/recorded',
  'deploy/nats/services.conf',
];

/** Of these, those that differ from the release; a recording of newer rules may have been added. */
export async function changedSince(commit: string): Promise<string[]> {
  const changed = await git('diff', '--name-only', '--diff-filter=a', commit, '--', ...SHARED);
  const files = changed.split('\n').filter(Boolean);
  return (await openApiHashOf(commit)) === frozen[OPEN_API] ? files : [OPEN_API, ...files];
}

async function openApiHashOf(commit: string): Promise<string | undefined> {
  // Releases before the hash have the file itself, in another format.
  if ((await git('ls-tree', commit, '--', OPEN_API)) === '') {
    const hashes = JSON.parse(await git('show', `${commit}:tests/compat/frozen.json`)) as Record<string, string>;
    return hashes[OPEN_API];
  }
  const document: unknown = JSON.parse(await git('show', `${commit}:${OPEN_API}`));
  return createHash('sha256')
    .update(`${JSON.stringify(document, null, 2)}\n`)
    .digest('hex');
}
