import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Importers } from './importers.js';

describe('the importers of a file', () => {
  let root: string;
  beforeEach(async () => void (root = await realpath(await mkdtemp(join(tmpdir(), 'earworm-importers-')))));
  afterEach(() => rm(root, { recursive: true, force: true }));

  const importersOf = async (file: string, texts: Record<string, string>) => {
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return Object.fromEntries((await Importers.read(root, Object.keys(texts))).of(file));
  };

  it('are counted with the fewest imports between, through cycles too', async () => {
    const importers = await importersOf('a.ts', {
      'a.ts': "import './d.js';",
      'b.ts': "export { a } from './a.js';",
      'c.tsx': "import { a } from './b.js'; import './a.js';",
      'd.ts': "const c = await import('./c.js');",
      'other.ts': "import 'node:fs'; import './missing.js';",
    });
    expect(importers).toEqual({ 'b.ts': 1, 'c.tsx': 1, 'd.ts': 2 });
  });

  it('do not include those that import only types', async () => {
    const importers = await importersOf('a.ts', {
      'a.ts': 'export const a = 1;',
      'b.ts': "import type {\n  A,\n} from './a.js';\nexport type { B } from './a.js';",
      'c.ts': "import { type A, a } from './a.js';",
    });
    expect(importers).toEqual({ 'c.ts': 1 });
  });

  it('are found in other packages by the source that a package names', async () => {
    await mkdir(join(root, 'node_modules/@earworm'), { recursive: true });
    await symlink(join(root, 'libs/x'), join(root, 'node_modules/@earworm/x'));
    const names = { '.': { '@earworm/source': './src/index.ts', default: './dist/index.js' } };
    const importers = await importersOf('libs/x/src/a.ts', {
      'libs/x/package.json': JSON.stringify({ name: '@earworm/x', exports: names }),
      'libs/x/src/index.ts': "export * from './a.js';",
      'libs/x/src/a.ts': 'export const a = 1;',
      'apps/y/src/b.spec.ts': "import { a } from '@earworm/x';",
    });
    expect(importers).toEqual({ 'libs/x/src/index.ts': 1, 'apps/y/src/b.spec.ts': 2 });
  });
});
