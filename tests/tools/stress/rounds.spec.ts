import { describe, expect, it } from '@jest/globals';
import { COULD_NOT_RUN, describeFailures, failuresIn, passedIn, readRounds, type Round } from './rounds.js';

const round = (over: Partial<Round>): Round => ({
  round: 1,
  project: 'unit',
  selection: [],
  seconds: 3,
  passed: 10,
  failures: [],
  ...over,
});

describe('the failures of a run of Jest', () => {
  const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });

  it('list the failed tests with their first message', () => {
    const tests = [test('a works', 'passed'), test('b works', 'failed', ['Expected 1', 'more'])];
    const results = [{ path: '/repo/libs/x/src/x.spec.ts', hasFailed: true, message: '● b works', tests }];
    expect(passedIn(results)).toBe(1);
    expect(failuresIn(results, '/repo')).toEqual([
      { file: 'libs/x/src/x.spec.ts', title: 'b works', message: 'Expected 1' },
    ]);
  });

  it('include a file that could not be run', () => {
    const results = [{ path: '/repo/x.spec.ts', hasFailed: true, message: 'no such module', tests: [] }];
    expect(failuresIn(results, '/repo')).toEqual([
      { file: 'x.spec.ts', title: COULD_NOT_RUN, message: 'no such module' },
    ]);
  });
});

describe('the report of a stress run', () => {
  const flaky = (message: string) => ({ file: 'a.spec.ts', title: 'a works', message });

  it('counts per file and per test and shows the first message', () => {
    const rounds = [
      round({ failures: [flaky('first'), { file: 'a.spec.ts', title: 'b works', message: 'other' }] }),
      round({ round: 2 }),
      round({ round: 3, failures: [flaky('second')] }),
    ];
    const text = describeFailures(rounds);
    expect(text).toContain('a.spec.ts: failed in 2 of 3 rounds');
    expect(text).toContain('2/3  a works\n       first');
    expect(text).toContain('1/3  b works\n       other');
    expect(text).not.toContain('second');
  });

  it('starts with the file that failed in most rounds', () => {
    const once = { file: 'b.spec.ts', title: 'x', message: '' };
    const text = describeFailures([round({ failures: [once, flaky('')] }), round({ failures: [flaky('')] })]);
    expect(text.indexOf('a.spec.ts')).toBeLessThan(text.indexOf('b.spec.ts'));
  });

  it('omits stack lines of dependencies', () => {
    const stack =
      'wrong\n    at f (libs/x/src/x.ts:1:2)\n    at new Promise (<anonymous>)\n    at node_modules/y/y.js:1:2';
    const text = describeFailures([round({ failures: [flaky(stack)] })]);
    expect(text).toContain('x.ts:1:2');
    expect(text).not.toMatch(/Promise|node_modules/);
  });

  it('remains empty when nothing failed', () => {
    expect(describeFailures([round({})])).toBe('');
  });
});

describe('rounds read from a file', () => {
  it('include those of the same project and selection only', () => {
    const lines = [round({}), round({ project: 'int' }), round({ selection: ['libs/rules'] })].map((each) =>
      JSON.stringify(each),
    );
    expect(readRounds(lines.join('\n'), 'unit', [])).toEqual([round({})]);
    expect(readRounds(lines.join('\n'), 'unit', ['libs/rules'])).toHaveLength(1);
  });

  it('omit a truncated last line', () => {
    expect(readRounds(`${JSON.stringify(round({}))}\n{"round":2,"proj`, 'unit', [])).toHaveLength(1);
  });
});
