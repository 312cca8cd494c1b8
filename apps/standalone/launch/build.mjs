import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { MODULES, pinnedNode, ROOT, Trouble } from './places.mjs';

const STAMP = join(MODULES, '.earworm-built');
const SKIPPED = new Set(['node_modules', 'dist', '.data', 'test-results']);
const SETTINGS = ['package-lock.json', 'nx.json', '.swcrc', 'tsconfig.base.json'];

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* filesUnder(path);
    } else if (!/\.spec\.tsx?$|\.tsbuildinfo$/.test(entry.name)) yield path;
  }
}

/** Changes whenever a source file is added, removed or written to. A few hundred stats: some 20 ms. */
function fingerprint() {
  const hash = createHash('sha256');
  const paths = SETTINGS.map((name) => join(ROOT, name));
  for (const room of ['apps', 'libs', 'tests']) paths.push(...filesUnder(join(ROOT, room)));
  for (const path of paths.sort()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Packages with a build script; each leaves a dist. */
const packages = () =>
  ['apps', 'libs', '.']
    .flatMap((room) => readdirSync(join(ROOT, room)).map((name) => join(ROOT, room, name)))
    .filter((folder) => {
      const manifest = join(folder, 'package.json');
      return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).scripts?.build;
    });

/** Builds what is stale; returns at once when nothing was touched since the last build. */
export async function build() {
  const now = fingerprint();
  const built = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now;
  if (built && packages().every((folder) => existsSync(join(folder, 'dist')))) return;
  console.log('Building …');
  await nx(['run-many', '-t', 'build', '--parallel=2', '--output-style=static']);
  writeFileSync(STAMP, now);
}

/**
 * The same folder by another spelling. nx takes folders that begin with the workspace's node_modules out of PATH before it
 * runs a script, which would then run on whatever Node the machine has.
 */
const roundabout = (folder) => [`${ROOT}apps`, '..', relative(ROOT, folder)].join(sep);

/** Runs nx without daemon, cloud or terminal screen. Prints its output only when it fails. */
export async function nx(args) {
  const node = pinnedNode();
  // Set for the server perhaps, but it would make the screens' build another one.
  const env = { ...process.env };
  delete env.NODE_ENV;
  const child = spawn(node, [join(MODULES, 'nx', 'dist', 'bin', 'nx.js'), ...args], {
    cwd: ROOT,
    env: {
      ...env,
      PATH: [roundabout(join(MODULES, '.bin')), roundabout(dirname(node)), env.PATH].join(delimiter),
      NX_DAEMON: 'false',
      NX_NO_CLOUD: 'true',
      NX_TUI: 'false',
      // Its shared cache under the temporary folder belongs to the user who built first on this machine.
      NX_SKIP_NATIVE_FILE_CACHE: 'true',
    },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  if (/ENOSPC/.test(output)) throw new Trouble('The disk is full: Earworm could not be built.');
  if (code !== 0) throw new Trouble(`The build failed:\n${output.trim().slice(-6_000)}`);
}
