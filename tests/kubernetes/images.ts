import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ROOT } from '../harness/root.js';
import { run } from './command.js';
import { SERVICES } from './services.js';

/** What runs in a release besides its services: the Jobs. */
const IMAGES = [...SERVICES, 'standalone'];

const BUILT_WITHIN_MS = 20 * 60_000;
const LOADED_WITHIN_MS = 10 * 60_000;

/** The services that have an image. */
const APPS = globSync('apps/*/src/main.ts', { cwd: ROOT }).map((path) => basename(dirname(dirname(path))));

/**
 * Builds the images of this checkout, or of another commit, and resolves with a tag that stands for what is in them: the
 * same tag means the same images, so a cluster that has it needs nothing.
 */
export async function buildImages(name: string, ref?: string): Promise<string> {
  const args = ['run', '--silent', 'images', '--', '--tag', name, ...(ref === undefined ? [] : ['--ref', ref])];
  await run('npm', args, { withinMs: BUILT_WITHIN_MS });
  const local = await localImages();
  const built = APPS.map((app) => `earworm/${app}:${name}`).filter((image) => local.has(image));
  const ids = (await run('docker', ['image', 'inspect', '--format', '{{.Id}}', ...built])).trim();
  const tag = `test-${createHash('sha256').update(ids).digest('hex').slice(0, 12)}`;
  for (const image of built) await run('docker', ['tag', image, `${image.slice(0, -name.length)}${tag}`]);
  return tag;
}

/** Services and programs of a release whose image with the tag was not built, as their app came later. */
export async function missingImages(tag: string): Promise<string[]> {
  const local = await localImages();
  const missing = IMAGES.filter((app) => !local.has(`earworm/${app}:${tag}`));
  // The cluster pulls those of a tag that is not here at all.
  return missing.length === IMAGES.length ? [] : missing;
}

/**
 * Copies images of the Docker engine into the cluster with the command in CLUSTER_LOAD, besides `images` those of the release
 * with further tags; what the cluster has is left out. Resolves with their number.
 */
export async function loadImages(images: readonly string[], tags: readonly string[]): Promise<number> {
  const names = [...images, ...tags.flatMap((tag) => IMAGES.map((app) => `earworm/${app}:${tag}`))];
  const command = process.env['CLUSTER_LOAD'];
  if (!command) return 0;
  const nodes = JSON.parse(await run('kubectl', ['get', 'nodes', '--output', 'json'])) as {
    items: { status: { images?: { names?: string[] }[] } }[];
  };
  const onNodes = nodes.items.map(({ status }) => new Set(status.images?.flatMap(({ names: all }) => all ?? [])));
  const missing = names.filter((name) => !onNodes.every((present) => present.has(fullNameOf(name))));
  const local = await localImages();
  // What is not here the cluster pulls by itself.
  const here = missing.filter((name) => local.has(name));
  if (here.length === 0) return 0;
  const words = here.map((name) => `'${name}'`).join(' ');
  await run('sh', ['-c', `${command} ${words}`], { withinMs: LOADED_WITHIN_MS });
  return here.length;
}

/** Removes the tags that `buildImages` made; the images keep the name they were built with. */
export async function untagImages(tags: readonly string[]): Promise<void> {
  const local = await localImages();
  const names = tags.flatMap((tag) => APPS.map((app) => `earworm/${app}:${tag}`)).filter((name) => local.has(name));
  if (names.length > 0) await run('docker', ['image', 'rm', ...names]);
}

const localImages = async (): Promise<Set<string>> =>
  new Set((await run('docker', ['image', 'ls', '--format', '{{.Repository}}:{{.Tag}}'])).split('\n'));

/** As Kubernetes names images: with the registry. */
function fullNameOf(name: string): string {
  const [first = '', second] = name.split('/');
  if (second === undefined) return `docker.io/library/${name}`;
  return /[.:]/.test(first) ? name : `docker.io/${name}`;
}
