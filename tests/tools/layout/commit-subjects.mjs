import { execFileSync } from 'node:child_process';

export const LONGEST_SUBJECT = 72;
/** Commits up to this one may have longer subjects. */
const CHECKED_AFTER = 'c304fabb2599a65f23c08af4f676f0acc311ce35';

const git = (args, cwd) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Commits since a base, as `hash subject`, whose subjects are too long. Null when it cannot be checked: without git, or in a
 * shallow clone that does not have the base.
 */
export function longSubjects(cwd, base = CHECKED_AFTER) {
  try {
    git(['merge-base', '--is-ancestor', base, 'HEAD'], cwd);
    const commits = git(['log', '--no-merges', '--format=%h %s', `${base}..HEAD`], cwd)
      .split('\n')
      .filter(Boolean);
    return commits.filter((commit) => commit.slice(commit.indexOf(' ') + 1).length > LONGEST_SUBJECT);
  } catch {
    return null;
  }
}
