import { parseYoutubeLink } from '@earworm/rules';
import { createLog } from '@earworm/service-kit/log';
import { fingerprintOf } from '@earworm/telemetry/testing';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { worst } from '../interleaved-runs.js';

const TURNS = 5;
const ERRORS_AT_ONCE = 50;
const log = createLog('perf', { to: { write: () => undefined } });

interface Reader {
  readonly read: (text: string) => void;
  /** The length of a short text, and how many times as long the long one is. */
  readonly short: number;
  readonly times: number;
  readonly target: number;
  /** Texts of a length, by what they repeat. */
  readonly texts: Readonly<Record<string, (length: number) => string>>;
}

const repeated =
  (part: string, [before, after] = ['', '']) =>
  (length: number): string =>
    before + part.repeat(length / part.length) + after;

/** What reads texts of untrusted clients. */
const READERS: Readonly<Record<string, Reader>> = {
  errorFingerprint: {
    read: (stack) => {
      for (let i = 0; i < ERRORS_AT_ONCE; i++) fingerprintOf({ name: 'E', message: 'x', stack });
    },
    ...{ short: 500, times: 16, target: 4 },
    texts: {
      oneWord: repeated('a', ['', ':1:1']),
      manyWords: repeated('a-', ['', ':1:1']),
      colonsAndDigits: repeated(':1'),
      schemesWithoutAddress: repeated('a:/', ['', ':1:1']),
    },
  },
  logRedaction: {
    read: (note) => log.info({ note }, 'said'),
    ...{ short: 2_000, times: 16, target: 4 },
    texts: {
      oneWord: repeated('a'),
      dashes: repeated('a-'),
      dots: repeated('a.'),
      tokenStarts: repeated('eyJ'),
      tokenStartsInDashes: repeated('eyJ-'),
      mailStarts: repeated('a@'),
      schemes: repeated('a:/'),
      passwordStarts: repeated('a://b:'),
    },
  },
  youtubeLink: {
    read: (link) => {
      if (parseYoutubeLink(link) !== null) throw new Error('the text was taken for a link');
    },
    ...{ short: 10_000, times: 20, target: 5 },
    texts: {
      attributes: repeated('src= ', ['<iframe ', '']),
      dots: repeated('a.'),
      ampersands: repeated('&', ['youtu.be/?', '']),
    },
  },
};

/** How many times as long a text takes that is `times` as long, divided by `times`: 1 is linear, `times` quadratic. */
function growth({ read, short, times }: Reader, textOf: (length: number) => string): number {
  const took = (text: string): number => {
    const startedAt = performance.now();
    read(text);
    return performance.now() - startedAt;
  };
  const [little, much] = [textOf(short), textOf(short * times)];
  // What the first run makes the engine compile is not what the length costs.
  read(little);
  const runs = Array.from({ length: TURNS }, () => ({ little: took(little), much: took(much) }));
  return median(runs.map((run) => run.much)) / median(runs.map((run) => run.little)) / times;
}

export const benchmark: Benchmark = {
  what: 'how the time to group an error, redact a log line and refuse a link grows with the length of an untrusted text',
  run: () => {
    const all = Object.entries(READERS).flatMap(([name, reader]) =>
      Object.entries(reader.texts).map(([text, textOf]) => {
        const figure = growth(reader, textOf);
        return { name: `${name}: ${text}`, figure, ratio: figure / reader.target };
      }),
    );
    return Promise.resolve({
      ratio: worst(Object.fromEntries(all.map(({ name, ratio }) => [name, ratio]))),
      target: 1,
      reference: '4 times linear growth; 5 times for links',
      figures: Object.fromEntries(all.map(({ name, figure }) => [name, figure])),
    });
  },
};
