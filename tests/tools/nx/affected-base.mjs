import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const git = (args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * The commit whose difference to the working tree `nx affected` looks at; null in a run of anything else, where every spec
 * of a package runs.
 */
export function affectedBase(env = process.env) {
  // By plugin.mjs, in every run of nx.
  const named = env.AFFECTED_BASE;
  if (!named || env.NX_HEAD) return null;
  try {
    return git(['merge-base', named === 'default' ? env.NX_BASE || 'main' : named, 'HEAD']).trim();
  } catch {
    return null;
  }
}

/** Paths from the root of the repository, in the working tree too, deleted files left out. */
export function changedFiles(base, root) {
  const lists = [
    ['-C', root, 'diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', base],
    ['-C', root, 'ls-files', '--others', '--exclude-standard', '-z'],
  ];
  return lists.flatMap((args) => git(args).split('\0')).filter(Boolean);
}

// Printed, it is part of nx's cache key: a result for one base does not hold for another.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(affectedBase() ?? 'every spec');
