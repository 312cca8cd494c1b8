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
  plugins: [loadChunks, react(), compressFiles],
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
    // Our own packages do nothing by being imported: what a page does not use stays out of its bundle.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /[\\/](libs|node_modules[\\/]@earworm)[\\/]/, sideEffects: false }] },
      // The first load in two pieces instead of fourteen packs better; the libraries' stays cached over a release.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/](?!@earworm)/, priority: 1 },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
