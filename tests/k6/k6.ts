import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dockerVersion } from '../harness/docker-run.js';
import { findExecutable } from '../harness/find-executable.js';
import { bundle } from './bundle.js';
import { type ScenarioName, variableOf } from './scenarios.js';
import { type Summary, SUMMARY_MARK, summaryIn } from './summary.js';

export const K6_IMAGE = 'grafana/k6:1.8.1';
export type K6Source = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'container' };

export const NO_K6 =
  'There is no k6 here: install it (https://grafana.com/docs/k6/latest/set-up/install-k6/, or ' +
  '`go install go.k6.io/k6@v1.8.1`), or start a Docker engine. `npm run perf -- load` needs neither.';

/** k6 on the PATH, else an image on a Docker engine, else null. */
export async function findK6(): Promise<K6Source | null> {
  const path = await findExecutable('k6');
  if (path !== null) return { kind: 'program', path };
  return (await dockerVersion()) === undefined ? null : { kind: 'container' };
}

export interface K6Run {
  readonly scenario: ScenarioName;
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether k6 writes its page of charts, which takes time while it runs; yes by default. */
  readonly charts?: boolean;
}

/** What the script reads. */
export const variablesOf = ({ scenario, url, parameters }: K6Run): Record<string, string> => ({
  SCENARIO: scenario,
  URL: url,
  ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [variableOf(name), value])),
});

/**
 * What k6 itself reads. It collects garbage less often than Go would by itself: meanwhile sockets wait, and k6 takes their
 * waiting for the server's. With `chartsIn` it writes its page of charts there, without serving it meanwhile.
 */
export const ownVariables = (chartsIn: string | null): Record<string, string> => ({
  GOGC: '400',
  K6_NO_USAGE_REPORT: 'true',
  ...(chartsIn === null ? {} : dashboard(chartsIn)),
});

const dashboard = (file: string): Record<string, string> => ({
  K6_WEB_DASHBOARD: 'true',
  K6_WEB_DASHBOARD_PORT: '-1',
  // Of a run of seconds there would be no charts with the default of 10 s.
  K6_WEB_DASHBOARD_PERIOD: '1s',
  K6_WEB_DASHBOARD_EXPORT: file,
});

export const SCRIPT_NAME = 'earworm.js';

/**
 * Runs k6 with the script, which it leaves in `out` beside the summaries, and hands on what k6 prints for people. `summary` is null
 * when it ended before its end.
 */
export async function runK6(
  source: K6Source,
  run: K6Run,
  out: string,
  onOutput: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ readonly code: number | null; readonly summary: Summary | null }> {
  await writeFile(join(out, SCRIPT_NAME), await bundle());
  const folder = source.kind === 'program' ? out : '/results';
  const variables = { ...variablesOf(run), OUT: folder };
  const args = [
    ...['run', '--quiet'],
    ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    join(folder, SCRIPT_NAME),
  ];
  const own = ownVariables(run.charts === false ? null : join(folder, 'report.html'));
  const child =
    source.kind === 'program'
      ? spawn(source.path, args, { env: { ...process.env, ...own }, signal })
      : spawn('docker', [...containerArgs(out, own), ...args], { signal });
  let output = '';
  const print = linesOf((line) => {
    if (!line.startsWith(SUMMARY_MARK)) onOutput(`${line}\n`);
  });
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    print(text.toString());
  });
  child.stderr.on('data', (text: Buffer) => {
    const own = withoutStoppedTimers(text.toString());
    if (own !== '') onOutput(own);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => (signal?.aborted ? undefined : reject(error)));
    child.on('close', resolve);
  });
  return { code, summary: summaryIn(output) };
}

/** Calls `onLine` with each line that is complete. */
export function linesOf(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}

/** k6 warns of every timer that the end of an interrupted run stops. */
const withoutStoppedTimers = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/setTimeout .* was stopped/.test(line))
    .join('\n');

/** On this machine's network, as the program would be; the results belong to this user. */
const containerArgs = (out: string, variables: Readonly<Record<string, string>>): string[] => [
  ...['run', '--rm', '--init', '--network', 'host', '-v', `${out}:/results`],
  ...(process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : []),
  ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  K6_IMAGE,
];
