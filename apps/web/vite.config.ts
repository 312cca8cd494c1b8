import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

/** The server beside it, as `npm run dev` starts it. */
const server = process.env.EARWORM_SERVER ?? 'http://localhost:3000';

/** Vite's own loader lets the browser remember that a file failed to load. */
const loadChunks: Plugin = {
  name: 'load-chunks',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) =>
    id === '\0vite/preload-helper.js' ? new URL('src/platform/load-chunks.ts', import.meta.url).pathname : null,
};

/** The router has its build without warnings for developers beside the other one, where no condition leads to it. */
const routerWithoutWarnings: Plugin = {
  name: 'router-without-warnings',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^react-router(?:\/dom)?$/ },
    async handler(id, importer, options) {
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  },
};

const OWN_PACKAGES = /[\\/](libs|node_modules[\\/]@earworm)[\\/]/;

/**
 * Our own packages do nothing by being imported. What their modules make of calls, as schemas, is left out where nothing uses
 * it: a phone loads the rules of the game without Zod.
 */
const dropUnusedCalls: Plugin = {
  name: 'drop-unused-calls',
  apply: 'build',
  transform: {
    filter: { id: OWN_PACKAGES },
    handler(code) {
      let dropped = code;
      const calls = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') return [];
        return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
      });
      for (const { start, end } of calls.toReversed())
        dropped = `${dropped.slice(0, start)}/* @__PURE__ */ (() => ${dropped.slice(start, end)})()${dropped.slice(end)}`;
      return { code: dropped, map: null };
    },
  },
};

/** What the join form shows before a page has everything else. Other messages come after the first paint. */
const FIRST_MESSAGES = new Set([
  ...['internal', 'unavailable', 'busy', 'retry', 'auth-failed', 'limit-join', 'limit-sign-in', 'limit-requests'],
  ...['join-failed', 'name-required', 'game-not-found', 'game-ended', 'invalid-game-id'],
]);

/** The table of errors without the other messages, beside the whole one, for what reads a message by its code. */
const firstMessages: Plugin = {
  name: 'first-messages',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /\/error-table\.js$/ },
    async handler(id, importer, options) {
      if (importer?.endsWith('/errors.ts') !== true) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found && { ...found, id: `${found.id}?first` };
    },
  },
  transform: {
    // After the types are gone.
    order: 'post',
    filter: { id: /\/error-table\.ts\?first$/ },
    handler(code) {
      let stripped = code;
      const rows = this.parse(code).body.flatMap((statement) => {
        if (statement.type !== 'VariableDeclaration') return [];
        return statement.declarations.flatMap(({ init }) => (init?.type === 'ObjectExpression' ? init.properties : []));
      });
      for (const row of rows.toReversed()) {
        if (row.type !== 'Property' || row.value.type !== 'ArrayExpression') continue;
        const message = row.value.elements[1];
        const name = row.key.type === 'Identifier' ? row.key.name : 'value' in row.key ? String(row.key.value) : '';
        if (message?.type !== 'Literal' || FIRST_MESSAGES.has(name)) continue;
        stripped = `${stripped.slice(0, message.start)}''${stripped.slice(message.end)}`;
      }
      return { code: stripped, map: null };
    },
  },
};

const NEEDED_FIRST = /\s*<script type="module"[^>]*><\/script>|\s*<link rel="stylesheet"[^>]*>/g;

/**
 * The script goes first, which takes the connection that has brought the page: all others open one of their own, a round trip
 * later. The font comes after what the form waits for.
 */
const neededFirst: Plugin = {
  name: 'needed-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) =>
      page
        .replaceAll(NEEDED_FIRST, '')
        .replace('<head>', (head) => [head, ...(page.match(NEEDED_FIRST) ?? [])].join('')),
  },
};

const TEXT = /\.(?:css|html|js|json|svg|webmanifest)$/;

/** Brotli at its best takes too long for a server that answers phones; it serves these files. */
const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  closeBundle: async () => {
    const dist = join(import.meta.dirname, 'dist');
    const files = (await readdir(dist, { recursive: true })).filter((file) => TEXT.test(file));
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(join(dist, file));
        await writeFile(join(dist, `${file}.br`), await promisify(brotliCompress)(bytes));
        await writeFile(join(dist, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
};

export default defineConfig({
  plugins: [loadChunks, routerWithoutWarnings, react(), dropUnusedCalls, firstMessages, neededFirst, compressFiles],
  resolve: { conditions: ['@earworm/source', 'module', 'browser', 'development|production'] },
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port: 5173,
    proxy: { '/api': server, '/realms': server, '/ws': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    // Phones at events are old; these are the oldest with everything else that the product needs.
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Only a hint, which Safari before 17 does not know: there a chunk is fetched when its importer asks for it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: OWN_PACKAGES, sideEffects: false }] },
      // On a slow network requests cost more than what a release would leave in a browser's cache: a phone's way into a
      // game is three scripts, each with what it imports.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 6 },
            {
              name: 'after-paint',
              test: /[\\/](?:features[\\/]home[\\/]take-seat|app[\\/]other-pages|shared[\\/]late[\\/]late-work|platform[\\/](?:notifications[\\/]messages|telemetry[\\/]page-views)|libs[\\/](?:rules[\\/]src[\\/]constants|contracts[\\/]src[\\/]error-table))\.(?!ts\?first)/,
              priority: 5,
            },
            // A module that only some pages use goes where no phone loads it.
            {
              name: 'schemas',
              test: /[\\/](?:node_modules[\\/]zod[\\/]|libs[\\/]rules[\\/]src[\\/]ids\.)/,
              priority: 4,
            },
            { name: 'blocked-names', test: /[\\/]libs[\\/]rules[\\/]src[\\/]people[\\/]blocked-/, priority: 3 },
            { name: 'drafts', test: /[\\/]libs[\\/]rules[\\/]src[\\/]setup[\\/]draft\./, priority: 3 },
            {
              name: 'game',
              test: /[\\/](?:app[\\/]game-page|features[\\/]buzzer[\\/]buzzer-page|shared[\\/]live[\\/]clients)\./,
              priority: 2,
            },
            {
              name: 'kit',
              test: /[\\/](?:platform[\\/]theme[\\/]kit\.|node_modules[\\/](?:@mantine[\\/](?:core|hooks)|@floating-ui|react-remove-scroll)[\\/])/,
              priority: 1,
            },
            // Of several pages: each alone would be a request for 300 bytes.
            { name: 'icons', test: /[\\/]@tabler[\\/]icons-react[\\/]/, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
});
