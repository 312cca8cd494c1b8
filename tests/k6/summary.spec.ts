import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { reportIn } from './kubernetes.js';
import { manifestOf, REPORT_BEGINS, REPORT_ENDS } from './manifest.js';
import { type K6Data, markdownOf, SUMMARY_MARK, summaryIn, summaryOf } from './summary.js';

const RUN = { scenario: 'soak', what: 'a long evening', url: 'http://one.example', parameters: { games: 3 } };
const buzz = { count: 900, min: 0.001, med: 0.002, 'p(95)': 0.01, 'p(99)': 0.0612, max: 0.2 };
const data = (isOver: boolean, late: number): K6Data => ({
  state: { testRunDurationMs: 61_230 },
  metrics: {
    gateway_buzz_seconds: { type: 'trend', values: buzz, thresholds: { 'p(99)<0.05': { ok: !isOver } } },
    generator_late_seconds: { type: 'trend', values: { ...buzz, 'p(99)': late } },
    lost: { type: 'counter', values: { count: 0, rate: 0 }, thresholds: { 'count==0': { ok: true } } },
  },
});

describe('summary of a k6 run', () => {
  it('passes when every threshold holds', () => {
    expect(summaryOf(RUN, data(false, 0))).toMatchObject({
      passed: true,
      seconds: 61.2,
      metrics: { lost: { count: 0 } },
    });
  });

  it('fails when a threshold does not hold, and shows the measured value', () => {
    const summary = summaryOf(RUN, data(true, 0));
    expect(summary.passed).toBe(false);
    const row = markdownOf(summary)
      .split('\n')
      .find((line) => line.includes('p(99)<0.05'));
    expect(row?.replace(/ +/g, ' ')).toBe('| gateway_buzz_seconds | p(99)<0.05 | 0.0612 | OVER |');
  });

  it('tells an operator how many rooms were carried, what was weakest and what each count means', () => {
    const run = { ...RUN, parameters: { games: 3, players: 20 } };
    const passed = markdownOf(summaryOf(run, data(false, 0)));
    expect(passed).toContain('This installation carries 3 rooms of 20 players');
    expect(passed).toContain('Weakest: gateway_buzz_seconds, p(99) at 122 % of its limit.');
    expect(passed.replace(/ +/g, ' ')).toContain('| lost | 0 | confirmed buzzes that no device was shown |');
    const failed = markdownOf(summaryOf(run, data(true, 0)));
    expect(failed).toContain('This installation does not carry 3 rooms of 20 players: gateway_buzz_seconds.');
  });

  it('gives no verdict of the installation where k6 was late or the run did not reach its end', () => {
    const late = markdownOf(summaryOf(RUN, data(true, 0.02)));
    expect(late).toContain(
      'Over its limit: gateway_buzz_seconds. k6 was late itself: repeat it on a machine with more cores.',
    );
    const { metrics, ...rest } = data(false, 0);
    const iterations = { type: 'counter', values: { count: 1 }, thresholds: { 'count==4': { ok: false } } };
    const interrupted = markdownOf(summaryOf(RUN, { ...rest, metrics: { ...metrics, iterations } }));
    expect(interrupted).toContain('The run did not reach its end: it was interrupted, or the errors above say why.');
    for (const text of [late, interrupted]) expect(text).not.toContain('This installation');
  });

  it('warns when k6 was behind its schedule', () => {
    expect(markdownOf(summaryOf(RUN, data(false, 0.02)))).toContain('was 20.0 ms late at p99');
    expect(markdownOf(summaryOf(RUN, data(false, 0.001)))).not.toContain('late at p99');
  });

  it('appears in the output of k6', () => {
    const summary = summaryOf(RUN, data(false, 0));
    expect(summaryIn(`# soak\n${SUMMARY_MARK}${JSON.stringify(summary)}\nthe end\n`)).toEqual(summary);
    expect(summaryIn('the engine has failed')).toBeNull();
  });
});

describe('k6 as a Job', () => {
  const run = { scenario: 'soak', url: 'http://quiz-gateway:3000', parameters: { otherRate: '7' } } as const;
  const text = JSON.stringify(manifestOf({ name: 'quiz-k6-soak', release: 'quiz', run, script: 'export {}' }));

  it('receives its scenario, address and parameters', () => {
    expect(text).toContain('"-e","SCENARIO=soak","-e","URL=http://quiz-gateway:3000","-e","OTHER_RATE=7"');
  });

  it('carries the labels that the network policies select', () => {
    expect(text.match(/"app.kubernetes.io\/component":"load-test"/g)).toHaveLength(3);
  });

  it('returns its chart page in its log', () => {
    const page = Buffer.from('<html>charts</html>');
    const lines =
      gzipSync(page)
        .toString('base64')
        .match(/.{1,20}/g) ?? [];
    expect(reportIn(['k6', REPORT_BEGINS, ...lines, REPORT_ENDS, ''].join('\n'))).toEqual(page);
    expect(reportIn('k6 was ended')).toBeNull();
  });
});
