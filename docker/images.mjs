// npm run images [-- --tag TAG] [--only game,gateway] [--ref COMMIT] [--registry HOST/PATH] [--push]: builds earworm/<app>:TAG, or
// HOST/PATH/<app>:TAG, all from one build. COMMIT is built with the Dockerfile of this checkout.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Of this checkout, also where another commit is built. */
const OWN = ['.dockerignore', 'docker'];

/** What is wrong, for people. */
class Trouble extends Error {}

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

function options() {
  try {
    const { values } = parseArgs({
      options: {
        tag: { type: 'string' },
        only: { type: 'string' },
        ref: { type: 'string' },
        registry: { type: 'string' },
        push: { type: 'boolean', default: false },
      },
    });
    if (values.push && values.registry === undefined) throw new Error('--push needs --registry');
    return values;
  } catch (error) {
    throw new Trouble(`${error.message}; the options are --tag, --only, --ref, --registry and --push.`);
  }
}

/** The commit's id; empty where this is no checkout. */
function revisionOf(ref) {
  try {
    return git('rev-parse', '--verify', `${ref ?? 'HEAD'}^{commit}`);
  } catch {
    if (ref === undefined) return '';
    throw new Trouble(`This checkout has no commit ${ref}.`);
  }
}

/** The files of a commit, with this checkout's Dockerfile. */
function checkOut(revision, folder) {
  const archive = join(folder, 'source.tar');
  const source = join(folder, 'source');
  git('archive', '--format=tar', `--output=${archive}`, revision);
  mkdirSync(source);
  execFileSync('tar', ['-xf', archive, '-C', source]);
  for (const name of OWN) {
    rmSync(join(source, name), { recursive: true, force: true });
    cpSync(join(ROOT, name), join(source, name), { recursive: true });
  }
  return source;
}

const appsIn = (source) =>
  readdirSync(join(source, 'apps')).filter((name) => existsSync(join(source, 'apps', name, 'src', 'main.ts')));

function chosen(only, all) {
  const names = only?.split(',').filter((name) => name !== '') ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Trouble(`There is no app ${unknown.join(', ')}: there are ${all.join(', ')}.`);
  return names;
}

function bake(definition) {
  const child = spawn('docker', ['buildx', 'bake', '--progress', 'plain', '--file', '-'], {
    cwd: ROOT,
    // The checkout of another commit is read from a folder outside this one, which newer releases of buildx ask about.
    env: { ...process.env, BUILDX_BAKE_ENTITLEMENTS_FS: '0' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(definition));
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new Trouble('There is no docker command here.')));
    child.on('close', resolve);
  });
}

async function main() {
  const { tag, only, ref, registry, push } = options();
  if (spawnSync('docker', ['version'], { stdio: 'ignore' }).status !== 0)
    throw new Trouble('No Docker engine answers: images are built by one.');
  if (spawnSync('docker', ['buildx', 'version'], { stdio: 'ignore' }).status !== 0)
    throw new Trouble('Docker has no buildx plugin here: images are built by it.');
  const revision = revisionOf(ref);
  const folder = ref === undefined ? undefined : mkdtempSync(join(tmpdir(), 'earworm-images-'));
  try {
    const source = folder === undefined ? ROOT : checkOut(revision, folder);
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const apps = chosen(only, appsIn(source));
    const repository = registry?.replace(/\/+$/, '') ?? 'earworm';
    const names = apps.map((app) => `${repository}/${app}:${tag ?? version}`);
    const target = (app, index) => ({
      context: source,
      dockerfile: join(source, 'docker', 'Dockerfile'),
      args: { APP: app, VERSION: version, REVISION: revision },
      tags: [names[index]],
    });
    const code = await bake({
      group: { default: { targets: apps } },
      target: Object.fromEntries(apps.map((app, index) => [app, target(app, index)])),
    });
    if (code !== 0) throw new Trouble('The images could not be built: what failed stands above.');
    for (const name of names) {
      const size = execFileSync('docker', ['image', 'inspect', '--format', '{{.Size}}', name], { encoding: 'utf8' });
      console.log(`${name.padEnd(32)} ${(Number(size) / 1e6).toFixed(0)} MB`);
    }
    for (const name of push ? names : []) {
      const { status } = spawnSync('docker', ['push', '--quiet', name], { stdio: 'inherit' });
      if (status !== 0) throw new Trouble(`${name} could not be pushed: what failed stands above.`);
    }
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error instanceof Trouble ? error.message : error);
  process.exitCode = error instanceof Trouble ? 2 : 1;
});
