import { stringify } from 'yaml';

export const SCRAPED_EVERY_S = 15;
/** Longer than the windows of the rules that look back at an outage. */
export const RECORDED_AFTER_S = 390;

/** In seconds since the first scrape. */
export interface Outage {
  readonly fromS: number;
  readonly toS: number;
}

/** As promtool reads it. */
export interface InputSeries {
  readonly series: string;
  readonly values: string;
}

export interface Recording {
  readonly outage: Outage;
  readonly interval: string;
  readonly input_series: readonly InputSeries[];
}

type Sample = string | null;

/** What a Prometheus would have of some metrics of several processes. A process that does not answer leaves a gap. */
export class SeriesRecorder {
  readonly #samples = new Map<string, Sample[]>();
  #scrapes = 0;

  constructor(private readonly metrics: ReadonlySet<string>) {}

  /** `urls`: where `/metrics` is, by instance. */
  async scrape(urls: ReadonlyMap<string, string>): Promise<void> {
    const texts = await Promise.all(
      [...urls].map(async ([instance, url]) => [instance, await textOf(`${url}/metrics`)] as const),
    );
    for (const [instance, text] of texts) {
      for (const [, metric = '', labels = '', value = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
        if (!this.metrics.has(metric)) continue;
        const series = `${metric}{${[labels, `instance="${instance}"`].filter(Boolean).join(',')}}`;
        const samples = this.#samples.get(series) ?? [];
        this.#samples.set(series, samples);
        while (samples.length < this.#scrapes) samples.push(null);
        samples.push(value);
      }
    }
    this.#scrapes++;
  }

  series(): InputSeries[] {
    return [...this.#samples].map(([series, samples]) => ({ series, values: notationOf(samples) })).toSorted(byName);
  }
}

const byName = (a: InputSeries, b: InputSeries) => (a.series < b.series ? -1 : 1);

/** `1x3` is four times 1, `_x3` three times nothing; `stale` is what Prometheus notes when a series ends. */
export function notationOf(samples: readonly Sample[]): string {
  const runs: { sample: Sample; times: number }[] = [];
  for (const sample of samples) {
    const last = runs.at(-1);
    if (last?.sample === sample) last.times++;
    else runs.push({ sample, times: 1 });
  }
  return runs
    .map(({ sample, times }, run) => {
      if (sample === null)
        return run === 0 ? `_x${times}` : ['stale', ...(times > 1 ? [`_x${times - 1}`] : [])].join(' ');
      return times === 1 ? sample : `${sample}x${times - 1}`;
    })
    .join(' ');
}

/** Without a long wait for a process that is frozen, as a Prometheus does. */
const textOf = async (url: string): Promise<string> => {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text();
  } catch {
    return '';
  }
};

export const recordingText = (outage: Outage, series: readonly InputSeries[]): string =>
  `# Written by npm run robustness -- outages\n${stringify(
    { outage, interval: `${SCRAPED_EVERY_S}s`, input_series: series } satisfies Recording,
    { lineWidth: 0 },
  )}`;
