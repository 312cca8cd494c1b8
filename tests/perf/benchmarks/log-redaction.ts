import { createLog } from '@earworm/service-kit/log';
import type { Benchmark } from '../benchmark.js';
import { growth, type Shapes } from '../growth.js';
import { worst } from '../side-by-side.js';

const repeated =
  (part: string) =>
  (length: number): string =>
    part.repeat(length / part.length);
const words: Shapes = {
  oneWord: repeated('a'),
  dashes: repeated('a-'),
  dots: repeated('a.'),
  tokenStarts: repeated('eyJ'),
  tokenStartsInDashes: repeated('eyJ-'),
  mailStarts: repeated('a@'),
  schemes: repeated('a:/'),
  passwordStarts: repeated('a://b:'),
};

export const benchmark: Benchmark = {
  name: 'log-redaction',
  what: 'how the time to write a log line grows with the length of one word in it, up to 32,000 characters',
  run: () => {
    const log = createLog('perf', { to: { write: () => undefined } });
    const figures = growth(words, { short: 2_000, times: 16 }, (note) => log.info({ note }, 'said'));
    return Promise.resolve({ ratio: worst(figures), target: 4, reference: 'linear growth', figures });
  },
};
