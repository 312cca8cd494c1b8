import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../harness/root.js';

/** What dashboards and alerts ask of one metric. */
export interface Selector {
  readonly metric: string;
  /** Every label that is matched or grouped by. */
  readonly labels: readonly string[];
  /** The values that a label has to have; those of patterns are left out. */
  readonly values: readonly (readonly [label: string, value: string])[];
}

interface Group {
  readonly rules: readonly { readonly alert?: string; readonly record?: string; readonly expr: string }[];
}

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

/** All expressions below deploy/, each with its file or rule. */
export function expressions(): { where: string; expr: string }[] {
  const boards = globSync('deploy/grafana/*.json', { cwd: ROOT }).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { panels: readonly Panel[] };
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => ({ where: file, expr })));
  });
  const rules = readFileSync(join(ROOT, 'deploy/prometheus/rules.yaml'), 'utf8');
  const { groups } = parse(rules) as { groups: readonly Group[] };
  const alerts = groups.flatMap((group) =>
    group.rules.map(({ alert, record = '', expr }) => ({ where: alert ?? record, expr })),
  );
  return [...boards, ...alerts];
}

/** The metrics that alerts ask for. */
export const metricsOfRules = (): ReadonlySet<string> =>
  new Set(
    expressions()
      .filter(({ where }) => !where.endsWith('.json'))
      .flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => metric)),
  );

const WORDS = new Set(['and', 'or', 'unless']);

/** The metrics of an expression, without recorded ones; labels that it groups by count for each of them. */
export function selectorsIn(expr: string): Selector[] {
  const grouped = [...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const plain = expr
    .replaceAll(/ *\b(?:by|without) \([^)]*\) */g, '')
    .replaceAll(/\bon \([^)]*\)|\boffset \w+/g, '')
    .replaceAll(/\[[^\]]*\]|(?<=[(,] *)"[^"]*"/g, '');
  return [...plain.matchAll(/([a-zA-Z_][\w:]*)(?:\{([^}]*)\})?/g)]
    .filter(({ 0: whole, 1: name = '', index }) => !WORDS.has(name) && plain[index + whole.length] !== '(')
    .filter(({ 1: name = '' }) => !name.includes(':'))
    .map(([, metric = '', matchers = '']) => {
      const matched = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
      return {
        metric,
        labels: [...new Set([...grouped, ...matched.map(([, label = '']) => label)])],
        values: matched.flatMap(([, label = '', operator, value = '']) =>
          (operator === '=' ? [value] : operator === '=~' ? value.split('|') : [])
            .filter((each) => /^[\w-]+(\.[a-z][\w-]*)*$/.test(each))
            .map((each) => [label, each] as const),
        ),
      };
    });
}
