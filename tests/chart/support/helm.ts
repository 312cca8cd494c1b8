import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../harness/root.js';
import type { Manifest } from './manifests.js';

export const CHART = join(ROOT, 'helm', 'earworm');
/** Of which helm/schemas are; a helm that is built from source knows none by itself. */
export const KUBERNETES = ['--kube-version', '1.34.4'];

const chartFile = (name: string) => join(CHART, `${name}.yaml`);
const ownFile = (name: string) => join(ROOT, 'tests', 'chart', 'values', `${name}.yaml`);
/** Every way of installing the chart that is tried here. */
const VALUE_SETS = {
  'own servers': [ownFile('own-servers')],
  'every option': [ownFile('every-option')],
  'small event': [ownFile('small-event')],
  production: [chartFile('values-production'), ownFile('own-servers')],
  'all in one': [chartFile('values-all-in-one')],
  'all in one, one origin': [chartFile('values-all-in-one'), ownFile('one-origin')],
} as const;
export type ValueSet = keyof typeof VALUE_SETS;
export const SET_NAMES = Object.keys(VALUE_SETS) as ValueSet[];

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(program: string, args: readonly string[], input?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

export interface Rendering {
  readonly set: ValueSet;
  /** Default: earworm. */
  readonly release?: string;
  /** As `--set` takes them. */
  readonly values?: readonly string[];
  /** As `--set-json` takes them. */
  readonly json?: readonly string[];
}

const argumentsOf = ({ set, values = [], json = [] }: Rendering): string[] => [
  ...KUBERNETES,
  ...VALUE_SETS[set].flatMap((file) => ['--values', file]),
  ...values.flatMap((each) => ['--set', each]),
  ...json.flatMap((each) => ['--set-json', each]),
];

const done = new Map<string, Promise<Outcome>>();

/** Runs once for the same arguments. */
export function template(rendering: Rendering): Promise<Outcome> {
  const args = [rendering.release ?? 'earworm', CHART, '--namespace', 'shows', ...argumentsOf(rendering)];
  const key = args.join(' ');
  const cached = done.get(key) ?? run('helm', ['template', ...args]);
  done.set(key, cached);
  return cached;
}

export const lint = (rendering: Rendering): Promise<Outcome> =>
  run('helm', ['lint', '--strict', CHART, ...argumentsOf(rendering)]);

/** What the chart makes of the values. Throws with helm's refusal. */
export async function rendered(rendering: Rendering): Promise<Manifest[]> {
  const { code, stdout, stderr } = await template(rendering);
  if (code !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}

const missing = (
  await Promise.all(
    [['helm', 'version'] as const, ['kubeconform', '-v'] as const].map(async ([program, argument]) =>
      (await run(program, [argument])).code === 0 ? [] : [program],
    ),
  )
).flat();

/** Specs that need helm and kubeconform; without them a skipped test reports it. */
export function describeWithHelm(title: string, body: () => void): void {
  describe(title, () => {
    if (missing.length === 0) body();
    else it.skip(`DID NOT RUN: ${missing.join(' and ')} cannot be found: put them on the PATH`, () => undefined);
  });
}
