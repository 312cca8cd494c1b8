import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DASHBOARDS, textOf } from '../../../deploy/grafana/generate.mjs';
import { ROOT } from '../../harness/root.js';
import { expressions, selectorsIn } from './expressions.js';
import { itWithPromtool, testRules } from './promtool.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('Grafana dashboards', () => {
  it('equal the output of node deploy/grafana/generate.mjs', () => {
    expect(globSync('deploy/grafana/*.json', { cwd: ROOT }).sort()).toEqual(
      Object.keys(DASHBOARDS)
        .map((file) => join('deploy/grafana', file))
        .sort(),
    );
    for (const [file, board] of Object.entries(DASHBOARDS)) expect(read(`deploy/grafana/${file}`)).toBe(textOf(board));
  });

  it('describe every panel', () => {
    for (const board of Object.values(DASHBOARDS) as { panels?: { type: string; description?: string }[] }[])
      for (const { type, description } of board.panels ?? []) if (type !== 'row') expect(description).toMatch(/\.$/);
  });
});

describe('monitoring of several releases', () => {
  it('limits every metric of a dashboard to the chosen namespace and release', () => {
    for (const { expr } of expressions().filter(({ where }) => where.endsWith('.json')))
      for (const { metric, labels } of selectorsIn(expr))
        expect([expr, metric, ...labels]).toEqual(expect.arrayContaining(['namespace', 'release']));
    for (const { templating } of Object.values(DASHBOARDS) as { templating?: { list: { name: string }[] } }[])
      expect(templating?.list.map(({ name }) => name)).toEqual(expect.arrayContaining(['namespace', 'release']));
  });

  it('keeps releases apart in every aggregation of an alert', () => {
    for (const { where, expr } of expressions().filter(({ where }) => !where.endsWith('.json')))
      for (const [aggregation] of expr.matchAll(/(?<!:)\b(?:sum|max|min|group|count)\b *(?:by *\([^)]*\))?/g))
        expect([where, aggregation]).toEqual([where, expect.stringMatching(/by \(namespace, release\b/)]);
  });
});

describe('Prometheus alerts', () => {
  const rules = read('deploy/prometheus/rules.yaml');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

  it('each have a section in the runbook, and each section an alert', () => {
    const runbook = read('docs/runbooks/alerts.md');
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(names);
    const links = [...rules.matchAll(/runbook_url: docs\/runbooks\/alerts\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(links).toEqual(names.map((name) => name.toLowerCase()));
  });

  it('each have a test that they fire and resolve', () => {
    const tests = read('deploy/prometheus/tests/alerts.yaml');
    for (const name of names) {
      const own = tests.split(/^ {2}- name: /m).find((test) => test.startsWith(`${name}\n`)) ?? '';
      expect(own.match(/exp_alerts: *(\[\])?/g)).toEqual(['exp_alerts: []', 'exp_alerts:', 'exp_alerts: []']);
    }
  });
});

describe('the alerts in Prometheus', () => {
  itWithPromtool('each fires on what it is for and ends when that is over', async () => {
    expect(await testRules('deploy/prometheus/tests/alerts.yaml')).toContain('SUCCESS');
  });
});

describe('parsing a PromQL expression', () => {
  it('finds metrics with their required labels and values', () => {
    expect(
      selectorsIn(
        'sum by (le, call) (rate(a_bucket{x="1",y=~"b|c.*"}[5m])) / max(d) > 0.5 and absent(e_total{z!="q"})',
      ),
    ).toEqual([
      {
        metric: 'a_bucket',
        labels: ['le', 'call', 'x', 'y'],
        values: [
          ['x', '1'],
          ['y', 'b'],
        ],
      },
      { metric: 'd', labels: ['le', 'call'], values: [] },
      { metric: 'e_total', labels: ['le', 'call', 'z'], values: [] },
    ]);
  });

  it('skips recorded series and the labels that both sides are matched on', () => {
    const metrics = selectorsIn('max by (a) (b) > 1 unless on (a, c) d{e="f"} unless on (a) level:g:sum');
    expect(metrics.map(({ metric }) => metric)).toEqual(['b', 'd']);
  });

  it('finds a metric in every shipped expression', () => {
    expect(expressions().length).toBeGreaterThan(80);
    for (const { expr } of expressions()) expect(selectorsIn(expr)).not.toEqual([]);
  });
});
