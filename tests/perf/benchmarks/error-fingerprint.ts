import { fingerprintOf } from '@earworm/telemetry/testing';
import type { Benchmark } from '../benchmark.js';
import { growth, type Shapes } from '../growth.js';
import { worst } from '../side-by-side.js';

const AT_ONCE = 50;
const stacks: Shapes = {
  oneWord: (length) => `${'a'.repeat(length)}:1:1`,
  manyWords: (length) => `${'a-'.repeat(length / 2)}:1:1`,
  colonsAndDigits: (length) => ':1'.repeat(length / 2),
  schemesWithoutAddress: (length) => `${'a:/'.repeat(length / 3)}:1:1`,
};

export const benchmark: Benchmark = {
  name: 'error-fingerprint',
  what: 'how the time to group an error grows with the length of a stack from an untrusted client, up to 8,000 characters',
  run: () => {
    const figures = growth(stacks, { short: 500, times: 16 }, (stack) => {
      for (let i = 0; i < AT_ONCE; i++) fingerprintOf({ name: 'E', message: 'x', stack });
    });
    return Promise.resolve({ ratio: worst(figures), target: 4, reference: 'linear growth', figures });
  },
};
