import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MODULES, ROOT } from '../../apps/standalone/launch/places.mjs';

const PACKAGES = [
  '@mantine/core',
  '@mantine/hooks',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'react-router-dom',
  'zod',
  'zustand',
];
const ICONS = '@tabler/icons-react';
const IMPORTED_ICONS = /import \{([^}]*)\} from '@tabler\/icons-react'/g;

/** Of 5,900 icons those that the web app imports. */
function exportsOfIcons() {
  const names = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORTED_ICONS)].flatMap(
      ([, list]) => list.match(/\bIcon\w+/g) ?? [],
    ),
  );
  return [...new Set(names)]
    .sort()
    .map((name) => `export { default as ${name} } from '${ICONS}/dist/esm/icons/${name}.mjs';`)
    .join('\n');
}

/**
 * For Jest's `moduleNameMapper`: large packages as one file each. Jest finds and links each module again for every spec
 * file, of Mantine alone 800. They are joined again when the lock file or the list of icons has changed.
 */
export async function bundledDependencies() {
  const entries = Object.fromEntries(PACKAGES.map((name) => [name, `export * from '${name}';`]));
  entries[ICONS] = exportsOfIcons();
  const key = createHash('sha256')
    .update(JSON.stringify(entries))
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(readFileSync(import.meta.filename))
    .digest('hex');
  const folder = join(MODULES, '.cache', `earworm-jest-${key.slice(0, 16)}`);
  if (!existsSync(folder)) await bundle(entries, folder);
  return Object.fromEntries(Object.keys(entries).map((name) => [`^${name}$`, join(folder, fileOf(name))]));
}

const fileOf = (name, ending = '.mjs') => `${name.replaceAll(/\W+/g, '-')}${ending}`;

async function bundle(entries, folder) {
  const { build } = await import('esbuild');
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const virtualEntries = {
    name: 'virtual entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }));
      onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
        contents: entries[path],
        resolveDir: join(ROOT, 'apps', 'web'),
      }));
    },
  };
  try {
    await build({
      entryPoints: Object.keys(entries).map((name) => ({ in: `entry:${name}`, out: fileOf(name, '') })),
      outdir: unfinished,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // What two of them share stays one module.
      splitting: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['browser'],
      external: ['react', 'react-dom', 'react/jsx-runtime'],
      logLevel: 'error',
      plugins: [virtualEntries],
    });
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  // Those of earlier keys.
  for (const name of globSync('earworm-jest-*', { cwd: cache }))
    if (!name.startsWith(basename(folder))) rmSync(join(cache, name), { recursive: true, force: true });
}
