import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../../harness/root.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { itWithPromtool, testRules } from './promtool.js';
import { notationOf, RECORDED_AFTER_S, type Recording } from './recording.js';

interface Expected {
  /** Every alert that fires at any time, by severity. */
  readonly critical: readonly string[];
  readonly warning: readonly string[];
}

/** What a Prometheus that is a minute old makes of each. `robustness -- outages` recorded them while games were played. */
const OUTAGES: Readonly<Record<string, Expected>> = {
  'stopped-database': { critical: ['EarwormDependencyDown'], warning: [] },
  'killed-nats': { critical: ['EarwormDependencyDown'], warning: [] },
  // Everyone comes back at once, and what they sent meanwhile with them.
  'killed-gateway': { critical: ['EarwormServiceMissing'], warning: ['EarwormOverloaded'] },
};

const RESOLVED_AFTER_S = 90;

const recordingOf = (name: string) =>
  parse(readFileSync(join(ROOT, 'tests/tools/monitoring/recorded', `${name}.yaml`), 'utf8')) as Recording;
const firing = (severity: string) => `ALERTS{alertstate="firing",severity="${severity}"}`;

describe('alerts on recorded outages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder('outages');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const judge = async (name: string, { critical, warning }: Expected) => {
    const { outage, interval, input_series } = recordingOf(name);
    const always = (severity: string, alerts: readonly string[]) => ({
      expr: `group by (alertname) (max_over_time(${firing(severity)}[20m]))`,
      // At the end of the recording: afterwards every service is missing.
      eval_time: `${outage.toS + RECORDED_AFTER_S}s`,
      exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    });
    const nothing = (atS: number) => ({ expr: firing('critical'), eval_time: `${atS}s`, exp_samples: [] });
    const promql_expr_test = [
      ...[always('critical', critical), always('warning', warning)],
      ...[nothing(outage.fromS), nothing(outage.toS + RESOLVED_AFTER_S)],
    ];
    const rules = join(ROOT, 'deploy/prometheus/rules.yaml');
    const file = join(folder, `${name}.yaml`);
    // JSON is YAML, too.
    const tests = [{ name, interval, input_series, promql_expr_test }];
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: interval, tests }));
    expect(await testRules(file)).toContain('SUCCESS');
  };

  itWithPromtool('page for the stopped database alone, and for nothing that follows from it', () =>
    judge('stopped-database', OUTAGES['stopped-database']!),
  );
  itWithPromtool('page for NATS alone, and for nothing that follows from it', () =>
    judge('killed-nats', OUTAGES['killed-nats']!),
  );
  itWithPromtool('page for the missing gateway alone', () => judge('killed-gateway', OUTAGES['killed-gateway']!));

  it('cover every recording', () => {
    const files = globSync('tests/tools/monitoring/recorded/*.yaml', { cwd: ROOT }).map((file) =>
      basename(file, '.yaml'),
    );
    expect(files.toSorted()).toEqual(Object.keys(OUTAGES).toSorted());
  });
});

describe('the notation of recorded samples', () => {
  it('notes repetitions, the end of a series and its gaps', () => {
    expect(notationOf([null, null, '1', '2', '2', null, null, null, '2'])).toBe('_x2 1 2x1 stale _x2 2');
    expect(notationOf(['1', null])).toBe('1 stale');
  });
});
