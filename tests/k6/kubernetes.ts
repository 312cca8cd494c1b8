import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { Missing } from '../load/layout.js';
import { findExecutable } from '../harness/find-executable.js';
import { bundle } from './bundle.js';
import { type K6Run, linesOf } from './k6.js';
import { manifestOf, REPORT_BEGINS, REPORT_ENDS } from './manifest.js';
import { markdownOf, type Summary, SUMMARY_MARK, summaryIn } from './summary.js';

export interface ClusterTerms extends Omit<K6Run, 'url'> {
  /** Default: the gateway of the release. */
  readonly url: string | null;
  readonly release: string;
  /** Default: that of kubectl's context. */
  readonly namespace: string | null;
  readonly out: string;
}

/** Until k6 runs: the image may have to be pulled. */
const STARTS_WITHIN_MS = 180_000;
/** What a container waits for in vain. */
const HOPELESS = /^(ErrImage|ImagePull|InvalidImage|Create\w*Error)/;

/** Runs k6 as a Job of the namespace, follows its log, writes what it found to `out` and removes the Job. */
export async function runInCluster(
  terms: ClusterTerms,
  onOutput: (text: string) => void,
): Promise<{ readonly code: number | null; readonly summary: Summary | null }> {
  if ((await findExecutable('kubectl')) === null) throw new Missing('--kubernetes needs kubectl on the PATH.');
  const { release, scenario, parameters, out } = terms;
  const inNamespace = terms.namespace === null ? [] : ['--namespace', terms.namespace];
  const kubectl = (args: readonly string[], input?: string, onText?: (text: string) => void) =>
    run('kubectl', [...inNamespace, ...args], input, onText);
  const url = terms.url ?? (await gatewayOf(release, kubectl));
  const name = `${release}-k6-${scenario}-${Date.now().toString(36)}`;
  const manifest = manifestOf({ name, release, run: { scenario, parameters, url }, script: await bundle() });
  try {
    await kubectl(['create', '-f', '-'], JSON.stringify(manifest));
    await started(name, kubectl);
    const print = withoutReport(onOutput);
    const log = await kubectl(['logs', '--follow', `job/${name}`], undefined, print);
    const summary = summaryIn(log);
    if (summary === null) return { code: null, summary };
    await writeFile(join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    await writeFile(join(out, 'summary.md'), markdownOf(summary));
    const report = reportIn(log);
    if (report !== null) await writeFile(join(out, 'report.html'), report);
    return { code: await exitCodeOf(name, kubectl), summary };
  } finally {
    await kubectl(['delete', '--wait=false', '--ignore-not-found', `job/${name}`, `configmap/${name}`]);
  }
}

type Kubectl = (args: readonly string[], input?: string, onText?: (text: string) => void) => Promise<string>;

async function gatewayOf(release: string, kubectl: Kubectl): Promise<string> {
  const selector = `app.kubernetes.io/instance=${release},app.kubernetes.io/component=gateway`;
  const found = JSON.parse(await kubectl(['get', 'service', '--selector', selector, '--output', 'json'])) as {
    readonly items: readonly {
      readonly metadata: { readonly name: string };
      readonly spec: { readonly ports: readonly { readonly port: number }[] };
    }[];
  };
  const [service] = found.items;
  if (service === undefined) throw new Missing(`There is no gateway of the release ${release} in this namespace.`);
  return `http://${service.metadata.name}:${service.spec.ports[0]?.port ?? 80}`;
}

interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: object;
  readonly terminated?: { readonly exitCode: number };
}

/** Of k6 in the Job's pod; null before that is known. */
async function stateOf(name: string, kubectl: Kubectl): Promise<ContainerState | null> {
  const pods = JSON.parse(await kubectl(['get', 'pod', '--selector', `job-name=${name}`, '--output', 'json'])) as {
    readonly items: readonly {
      readonly status: { readonly containerStatuses?: readonly { readonly state: ContainerState }[] };
    }[];
  };
  return pods.items[0]?.status.containerStatuses?.[0]?.state ?? null;
}

/** Rejects with the reason where k6 cannot be started. */
async function started(name: string, kubectl: Kubectl): Promise<void> {
  const hopeless = await eventually(async () => {
    const state = await stateOf(name, kubectl);
    const { reason = '', message = '' } = state?.waiting ?? {};
    if (HOPELESS.test(reason)) return `${reason}: ${message}`;
    if (!state?.running && !state?.terminated)
      throw new Error(`the pod of ${name} did not start: ${reason || 'no pod'}`);
    return null;
  }, STARTS_WITHIN_MS);
  if (hopeless !== null) throw new Error(hopeless);
}

const exitCodeOf = (name: string, kubectl: Kubectl): Promise<number> =>
  eventually(async () => {
    const ended = (await stateOf(name, kubectl))?.terminated;
    if (!ended) throw new Error(`the end of ${name} is not recorded`);
    return ended.exitCode;
  });

/** Hands on whole lines that are not part of the report. */
function withoutReport(onOutput: (text: string) => void): (text: string) => void {
  let inReport = false;
  return linesOf((line) => {
    if (line === REPORT_BEGINS) inReport = true;
    if (!inReport && !line.startsWith(SUMMARY_MARK)) onOutput(`${line}\n`);
    if (line === REPORT_ENDS) inReport = false;
  });
}

export function reportIn(log: string): Buffer | null {
  const from = log.indexOf(REPORT_BEGINS);
  const to = log.indexOf(REPORT_ENDS);
  if (from < 0 || to < from) return null;
  return gunzipSync(Buffer.from(log.slice(from + REPORT_BEGINS.length, to), 'base64'));
}

/** What the program prints; rejects with its error output. */
async function run(
  program: string,
  args: readonly string[],
  input?: string,
  onText: (text: string) => void = () => undefined,
): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    onText(text.toString());
  });
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${errors.trim()}`);
  return output;
}
