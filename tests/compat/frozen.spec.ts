import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import frozen from './frozen.json' with { type: 'json' };

describe('files that clients, other releases and stored logs rely on', () => {
  it.each(Object.entries(frozen))(
    '%s has not changed by a byte (on purpose: write its new SHA-256 into frozen.json)',
    (path, sha256) => {
      expect(
        createHash('sha256')
          .update(readFileSync(join(ROOT, path)))
          .digest('hex'),
      ).toBe(sha256);
    },
  );
});
