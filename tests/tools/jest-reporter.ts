import { appendFileSync } from 'node:fs';
import type { SpecResult } from './jest-run.js';

interface Result {
  readonly testFilePath: string;
  readonly numFailingTests: number;
  readonly testExecError?: unknown;
  readonly failureMessage?: string | null;
  readonly testResults: SpecResult['tests'];
}

type TestCase = SpecResult['tests'][number];

/** Appends each spec file's result to the file of JEST_RESULTS at once: Jest's own report is not written after --bail. */
export default class ResultsReporter {
  /** With JEST_FAIL_FAST the first failed test ends the run: --bail would wait for the others of its file. */
  onTestCaseResult({ path }: { readonly path: string }, { fullName, status, failureMessages }: TestCase): void {
    if (process.env['JEST_FAIL_FAST'] === undefined || status !== 'failed') return;
    append({ path, hasFailed: true, message: '', tests: [{ fullName, status, failureMessages }] });
    process.exit(1);
  }

  onTestResult(_test: unknown, result: Result): void {
    append({
      path: result.testFilePath,
      hasFailed: result.numFailingTests > 0 || result.testExecError !== undefined,
      message: result.failureMessage ?? '',
      tests: result.testResults.map(({ fullName, status, failureMessages }) => ({ fullName, status, failureMessages })),
    });
  }
}

const append = (result: SpecResult): void =>
  appendFileSync(process.env['JEST_RESULTS']!, `${JSON.stringify(result)}\n`);
