import { relative } from 'node:path';
import type { SpecResult } from '../jest-run.js';

export interface Failure {
  /** From the root of the repository. */
  readonly file: string;
  /** The whole title of the test; of the file itself when it could not be run. */
  readonly title: string;
  readonly message: string;
}

/** One line of the file that a stress run is recorded in. */
export interface Round {
  readonly round: number;
  readonly project: string;
  /** The paths and titles that were asked for. */
  readonly selection: readonly string[];
  readonly seconds: number;
  readonly passed: number;
  readonly failures: readonly Failure[];
}

export const COULD_NOT_RUN = '(the file could not be run)';

/** What failed in one run of Jest. */
export function failuresIn(results: readonly SpecResult[], root: string): Failure[] {
  return results.flatMap(({ path, hasFailed, message, tests }) => {
    const file = relative(root, path);
    const failed = tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, title: fullName, message: failureMessages[0] ?? '' }));
    if (failed.length > 0 || !hasFailed) return failed;
    return [{ file, title: COULD_NOT_RUN, message }];
  });
}

export const passedIn = (results: readonly SpecResult[]): number =>
  results.flatMap(({ tests }) => tests).filter(({ status }) => status === 'passed').length;

/** The rounds of earlier runs with the same selection; a last line that was cut off is left out. */
export function readRounds(text: string, project: string, selection: readonly string[]): Round[] {
  const rounds: Round[] = [];
  for (const line of text.split('\n')) {
    if (!line.endsWith('}')) continue;
    const round = JSON.parse(line) as Round;
    if (round.project === project && round.selection.join('\0') === selection.join('\0')) rounds.push(round);
  }
  return rounds;
}

/** One block per spec file, the most frequent failure first; empty when nothing failed. */
export function describeFailures(rounds: readonly Round[]): string {
  const files = new Map<string, Map<string, { times: number; message: string }>>();
  for (const { failures } of rounds) {
    for (const { file, title, message } of failures) {
      const tests = files.get(file) ?? new Map<string, { times: number; message: string }>();
      files.set(file, tests);
      tests.set(title, { times: (tests.get(title)?.times ?? 0) + 1, message: tests.get(title)?.message ?? message });
    }
  }
  const roundsWith = (file: string) =>
    rounds.filter(({ failures }) => failures.some((failure) => failure.file === file)).length;
  return [...files]
    .sort(([a], [b]) => roundsWith(b) - roundsWith(a) || a.localeCompare(b))
    .map(([file, tests]) => {
      const lines = [...tests]
        .sort(([, a], [, b]) => b.times - a.times)
        .map(([title, { times, message }]) => `  ${times}/${rounds.length}  ${title}\n${indent(message)}`);
      return [`${file}: failed in ${roundsWith(file)} of ${rounds.length} rounds`, ...lines].join('\n');
    })
    .join('\n\n');
}

/** Enough of a message to recognise the failure, without stack lines of dependencies. */
const MESSAGE_LINES = 12;
const FOREIGN_LINE = /^\s+at .*(node_modules|node:|<anonymous>)/;
// eslint-disable-next-line no-control-regex -- the colours of a terminal
const COLOURS = /\u001b\[\d+(;\d+)*m/g;

const indent = (message: string): string =>
  message
    .replace(COLOURS, '')
    .trim()
    .split('\n')
    .filter((line) => !FOREIGN_LINE.test(line))
    .slice(0, MESSAGE_LINES)
    .map((line) => `       ${line}`.trimEnd())
    .join('\n');
