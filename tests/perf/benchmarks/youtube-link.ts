import { parseYoutubeLink } from '@earworm/rules';
import type { Benchmark } from '../benchmark.js';
import { growth, type Shapes } from '../growth.js';
import { worst } from '../side-by-side.js';

const links: Shapes = {
  attributes: (length) => `<iframe ${'src= '.repeat(length / 5)}`,
  dots: (length) => 'a.'.repeat(length / 2),
  ampersands: (length) => `youtu.be/?${'&'.repeat(length)}`,
};

export const benchmark: Benchmark = {
  name: 'youtube-link',
  what: 'how the time to refuse a text that is no YouTube link grows with its length, up to 200,000 characters',
  run: () => {
    const figures = growth(links, { short: 10_000, times: 20 }, (link) => {
      if (parseYoutubeLink(link) !== null) throw new Error('the text was taken for a link');
    });
    return Promise.resolve({ ratio: worst(figures), target: 5, reference: 'linear growth', figures });
  },
};
