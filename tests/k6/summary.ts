import { COUNTER_MEANINGS } from './metric-names.js';

/** What k6 hands to `handleSummary`, as far as it is used. */
export interface K6Data {
  readonly metrics: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly values: Readonly<Record<string, number>>;
        readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
      }
    >
  >;
  readonly state: { readonly testRunDurationMs: number };
}

interface Threshold {
  readonly metric: string;
  readonly expression: string;
  readonly ok: boolean;
}

/** One run; times in seconds, except k6's own metrics, which are in ms. */
export interface Summary {
  readonly scenario: string;
  readonly what: string;
  readonly url: string;
  readonly parameters: Readonly<Record<string, number>>;
  readonly passed: boolean;
  readonly seconds: number;
  readonly thresholds: readonly Threshold[];
  readonly metrics: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** In what k6 prints: what follows on that line is a Summary. */
export const SUMMARY_MARK = 'earworm-summary ';

export function summaryOf(run: Pick<Summary, 'scenario' | 'what' | 'url' | 'parameters'>, data: K6Data): Summary {
  const names = Object.keys(data.metrics).sort();
  const thresholds = names.flatMap((metric) =>
    Object.entries(data.metrics[metric]?.thresholds ?? {}).map(([expression, { ok }]) => ({ metric, expression, ok })),
  );
  const values = names.map((metric) => [metric, rounded(data.metrics[metric]?.values ?? {})] as const);
  return {
    ...run,
    passed: thresholds.every(({ ok }) => ok),
    seconds: Number((data.state.testRunDurationMs / 1_000).toFixed(1)),
    thresholds,
    metrics: Object.fromEntries(values),
  };
}

const rounded = (values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(5))]));

/** The summary line among what k6 printed; null when it did not get that far. */
export function summaryIn(output: string): Summary | null {
  const line = output.split('\n').findLast((each) => each.startsWith(SUMMARY_MARK));
  return line === undefined ? null : (JSON.parse(line.slice(SUMMARY_MARK.length)) as Summary);
}

export function markdownOf({ scenario, what, url, parameters, passed, seconds, thresholds, metrics }: Summary): string {
  const times = Object.entries(metrics).filter(([name, { count }]) => name.includes('_seconds') && count);
  const late = metrics['generator_late_seconds']?.['p(99)'] ?? 0;
  return [
    `# ${scenario}: ${passed ? 'passed' : 'FAILED'}`,
    '',
    `${what}; ${url}, ${seconds} s.`,
    '',
    ...verdictOf({ parameters, passed, thresholds, metrics }),
    '',
    Object.entries(parameters)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    '',
    ...table(
      ['threshold', 'limit', 'measured', ''],
      thresholds.map(({ metric, expression, ok }) => [
        metric,
        expression,
        String(metrics[metric]?.[expression.replace(/[<>=].*$/, '')] ?? ''),
        ok ? 'ok' : 'OVER',
      ]),
    ),
    '',
    ...table(
      ['count', '', 'what it counts'],
      Object.entries(COUNTER_MEANINGS).flatMap(([name, meaning]) => {
        const count = metrics[name]?.['count'];
        return count === undefined ? [] : [[name, String(count), meaning]];
      }),
    ),
    '',
    ...table(
      ['ms', 'count', 'p50', 'p95', 'p99', 'worst'],
      times.map(([name, { count = 0, med = 0, 'p(95)': p95 = 0, 'p(99)': p99 = 0, max = 0 }]) => [
        name,
        String(count),
        ...[med, p95, p99, max].map((time) => (time * 1_000).toFixed(1)),
      ]),
    ),
    ...(late > LATE_SECONDS
      ? [
          '',
          `The machine that ran k6 was ${(late * 1_000).toFixed(1)} ms late at p99: it had too much to do for what was asked of it.`,
        ]
      : []),
    '',
  ].join('\n');
}

/** What an operator wants to know first: how many rooms, and what would give way next. */
function verdictOf({
  parameters,
  passed,
  thresholds,
  metrics,
}: Pick<Summary, 'parameters' | 'passed' | 'thresholds' | 'metrics'>): string[] {
  const { games, players } = parameters;
  const load = games === undefined ? 'this load' : `${games} rooms of ${players} players`;
  const shares = thresholds.flatMap(({ metric, expression }) => {
    const [, value = '', limit = ''] = /^([^<>=]+)<(.+)$/.exec(expression) ?? [];
    const measured = metrics[metric]?.[value];
    return measured === undefined ? [] : [{ metric, value, measured, share: measured / Number(limit) }];
  });
  const weakest = shares.toSorted((a, b) => b.share - a.share)[0];
  const broken = thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric);
  return [
    sentenceOf({ passed, load, broken: [...new Set(broken)], late: metrics['generator_late_seconds']?.['p(99)'] ?? 0 }),
    ...(weakest === undefined
      ? []
      : [`Weakest: ${weakest.metric}, ${weakest.value} at ${Math.round(weakest.share * 100)} % of its limit.`]),
  ];
}

/** Thresholds of parts that did not run to their end. */
const UNFINISHED = ['iterations', 'failed'];

function sentenceOf({
  passed,
  load,
  broken,
  late,
}: {
  readonly passed: boolean;
  readonly load: string;
  readonly broken: readonly string[];
  readonly late: number;
}): string {
  if (passed)
    return `This installation carries ${load}, and perhaps more: raise the options until a threshold is over.`;
  if (broken.some((metric) => UNFINISHED.includes(metric)))
    return 'The run did not reach its end: it was interrupted, or the errors above say why.';
  if (late > LATE_SECONDS && broken.every((metric) => metric.includes('_seconds')))
    return `Over its limit: ${broken.join(', ')}. k6 was late itself: repeat it on a machine with more cores.`;
  return `This installation does not carry ${load}: ${broken.join(', ')}.`;
}

/** Above this k6 itself may make the figures worse. */
const LATE_SECONDS = 0.005;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}
