import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openApi } from '../../libs/contracts/src/openapi.js';
import { ROOT } from '../harness/root.js';
import frozen from './frozen.json' with { type: 'json' };

/** Git keeps only its hash: `npm run generate -w libs/contracts` writes it to libs/contracts/dist. */
const BUILT: Readonly<Record<string, () => string>> = {
  'libs/contracts/openapi.json': () => `${JSON.stringify(openApi(), null, 2)}\n`,
};

describe('files that clients, other releases and stored logs rely on', () => {
  it.each(Object.entries(frozen))(
    '%s has not changed by a byte (on purpose: write its new SHA-256 into frozen.json)',
    (path, sha256) => {
      const content = BUILT[path]?.() ?? readFileSync(join(ROOT, path));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    },
  );
});
