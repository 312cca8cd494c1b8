import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../harness/root.js';

const SCRIPT = join(ROOT, 'tests', 'k6', 'script');

/** esbuild heeds @__NO_SIDE_EFFECTS__ only within a file; with each call marked as pure it drops what only the server runs. */
const pureSlices: Plugin = {
  name: 'pure-slices',
  setup({ onLoad }) {
    onLoad({ filter: /libs[\\/]rules[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/= (?=(event|command)\()/g, '= /* @__PURE__ */ '), loader: 'ts' };
    });
  },
};

/** The script for k6 as one file, with what it shares with the product; k6's own modules stay outside. */
export async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SCRIPT, 'main.ts')],
    inject: [join(SCRIPT, 'globals.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    // Without a platform esbuild takes no entry from packages that name only `main`.
    mainFields: ['module', 'main'],
    target: 'es2022',
    conditions: ['@earworm/source'],
    external: ['k6', 'k6/*'],
    plugins: [pureSlices],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
