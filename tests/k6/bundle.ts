import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../harness/root.js';

const SCRIPT = join(ROOT, 'tests', 'k6', 'script');

/** The script for k6 as one file, with what it shares with the product; k6's own modules stay outside. */
export async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SCRIPT, 'main.ts')],
    inject: [join(SCRIPT, 'globals.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    conditions: ['@earworm/source'],
    external: ['k6', 'k6/*'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
