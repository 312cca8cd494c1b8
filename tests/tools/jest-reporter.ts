import { appendFileSync } from 'node:fs';
import type { SpecResult } from './jest-run.js';

interface Result {
  readonly testFilePath: string;
  readonly numFailingTests: number;
  readonly testExecError?: unknown;
  readonly failureMessage?: string | null;
  readonly testResults: SpecResult['tests'];
}

/** Appends each spec file's result to the file of JEST_RESULTS at once: Jest's own report is not written after --bail. */
export default class ResultsReporter {
  onTestResult(_test: unknown, result: Result): void {
    const spec: SpecResult = {
      path: result.testFilePath,
      hasFailed: result.numFailingTests > 0 || result.testExecError !== undefined,
      message: result.failureMessage ?? '',
      tests: result.testResults.map(({ fullName, status, failureMessages }) => ({ fullName, status, failureMessages })),
    };
    appendFileSync(process.env['JEST_RESULTS']!, `${JSON.stringify(spec)}\n`);
  }
}
