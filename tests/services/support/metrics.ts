import { BUS_USERS, servedBy } from '../../../libs/contracts/src/bus-users.js';
import type { Selector } from '../../tools/monitoring/expressions.js';

/** Labels that Prometheus adds to what it reads. */
const ADDED = new Set(['instance', 'job', 'namespace', 'release']);
/** Values that a short game need not show, with where else they are known from. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  call: Object.keys(BUS_USERS).flatMap(servedBy),
  outcome: ['ok', 'refused', 'busy', 'failed'],
  command: ['rejoinGame'],
  optional: ['true', 'false'],
  status: ['429'],
  service: ['standalone'],
  check: ['process'],
};

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** What the `/metrics` of these addresses have together. */
export async function metricsOf(healthUrls: readonly string[]) {
  const texts = await Promise.all(healthUrls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const line of texts.join('\n').split('\n')) {
    const [, name, labels = ''] = SAMPLE.exec(line) ?? [];
    if (name === undefined) continue;
    const series = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, series);
    for (const [, label = '', value = ''] of labels.matchAll(LABEL))
      series.set(label, (series.get(label) ?? new Set()).add(value));
  }
  return {
    /** Selectors without a match. */
    lacks({ metric, labels, values }: Selector): string[] {
      const series = metrics.get(metric);
      if (series === undefined) return [`no metric ${metric}`];
      return [
        ...labels
          .filter((label) => !ADDED.has(label) && !series.has(label))
          .map((label) => `${metric} has no ${label}`),
        ...values
          .filter(([label, value]) => !series.get(label)?.has(value) && !KNOWN[label]?.includes(value))
          .map(([label, value]) => `${metric} has no ${label}="${value}"`),
      ];
    },
  };
}
