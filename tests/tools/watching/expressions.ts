import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/root.js';

/** What dashboards and alerts ask of one metric. */
export interface Selector {
  readonly metric: string;
  /** Every label that is matched or grouped by. */
  readonly labels: readonly string[];
  /** The values that a label has to have; those of patterns are left out. */
  readonly values: readonly (readonly [label: string, value: string])[];
}

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

/** All expressions below deploy/, by where they stand. */
export function expressions(): { where: string; expr: string }[] {
  const boards = globSync('deploy/grafana/*.json', { cwd: ROOT }).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { panels: readonly Panel[] };
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => ({ where: file, expr })));
  });
  const rules = readFileSync(join(ROOT, 'deploy/prometheus/rules.yaml'), 'utf8');
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  return [
    ...boards,
    ...alerts.map((alert) => ({
      where: alert.slice(0, alert.indexOf('\n')),
      expr: /^ +expr: (?:\|\n)?([\s\S]*?)\n +(?:for|labels):/m.exec(alert)?.[1] ?? '',
    })),
  ];
}

const WORDS = new Set(['and', 'or', 'unless']);

/** The metrics of an expression; labels that it groups by count for each of them. */
export function selectorsIn(expr: string): Selector[] {
  const grouped = [...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(','));
  const plain = expr.replaceAll(/ *\b(?:by|without) \([^)]*\) */g, '').replaceAll(/\[[^\]]*\]/g, '');
  return [...plain.matchAll(/([a-zA-Z_]\w*)(?:\{([^}]*)\})?/g)]
    .filter(({ 0: whole, 1: name = '', index }) => !WORDS.has(name) && plain[index + whole.length] !== '(')
    .map(([, metric = '', matchers = '']) => {
      const matched = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
      return {
        metric,
        labels: [...new Set([...grouped.map((name) => name.trim()), ...matched.map(([, label = '']) => label)])],
        values: matched.flatMap(([, label = '', operator, value = '']) =>
          (operator === '=' ? [value] : operator === '=~' ? value.split('|') : [])
            .filter((each) => /^[\w-]+(\.[a-z][\w-]*)*$/.test(each))
            .map((each) => [label, each] as const),
        ),
      };
    });
}
