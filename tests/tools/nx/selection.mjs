/** What every spec depends on, whether it imports it or not. */
const SHARED = /^(jest\.config\.js|package-lock\.json|\.swcrc|deploy\/nats\/.*|tests\/(harness|tools\/nx)\/.*)$/;
const MODULE = /\.[cm]?[jt]sx?$/;
const PACKAGE = /^(?:apps|libs)\/[^/]+(?=\/)/;

/**
 * Which specs of a package can be affected by changed files: 'all' when a file of the package itself changed, or one that
 * reaches specs by other ways than imports; else the modules of other packages whose importers have to run.
 *
 * @param folder of the package, from the root: `apps/game`
 * @param changed paths from the root
 */
export function specsFor(folder, changed) {
  const modules = [];
  for (const path of changed) {
    if (SHARED.test(path) || path.startsWith(`${folder}/`)) return 'all';
    if (!PACKAGE.test(path)) continue;
    if (!MODULE.test(path)) return 'all';
    modules.push(path);
  }
  return modules;
}
