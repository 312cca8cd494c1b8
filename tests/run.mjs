import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, nx } from '../apps/standalone/launch/build.mjs';
import { JEST_FLAGS, MODULES, ROOT } from '../apps/standalone/launch/places.mjs';
import { removeProjectsOfKilledRuns } from './harness/killed-runs.mjs';
import { stopwatch } from './harness/stopwatch.mjs';

/** One for each core: the servers that specs start work beside them. More than four were not tried. */
const CORES = Math.min(4, Math.max(2, availableParallelism()));
const WORKERS = String(CORES);
/** Of projects whose specs wait for servers and timeouts more than they compute. */
const WAITING_WORKERS = String(CORES + 1);

/** By content: a check-out changes the times of files. No such rule looks beyond its file, so a known file stays known. */
const cachedIn = (name) => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(MODULES, '.cache', name, 'files')}`,
];

/** Of what a failed step says, in the summary. Characters. */
const FAILURE_SHOWN = 600;

/**
 * `npm test` runs all rows in order, the lanes of a row at the same time, and the steps of a lane one after the other;
 * `npm test -- unit int` the named steps.
 */
const STEPS = [
  [
    { lint: () => lint() },
    { format: () => tool('prettier/bin/prettier.cjs', [...cachedIn('prettier'), '--check', '--log-level=warn', '.']) },
    { layout: () => tool('../tests/tools/layout/main.mjs', ['--list']) },
    { unused: () => tool('knip/bin/knip.js', ['--no-progress']) },
  ],
  [{ build: () => build() }],
  // In each of these rows a lane that computes fills the time in which another one waits.
  [
    { typecheck: () => nx(['run-many', '-t', 'typecheck', '--parallel=1', '--output-style=static']) },
    { unit: () => jest('unit', WAITING_WORKERS) },
  ],
  [
    // With one worker it would outlast the rest of the row.
    { component: () => jest('component') },
    { int: () => jest('int', WAITING_WORKERS) },
    { data: () => prepare(), chart: () => jest('chart', '1') },
  ],
  // Specs of buzzes that are held for 250 ms need a machine that is not busy all the time.
  [{ e2e: () => jest('e2e') }, { identity: (isAlone) => jest('identity', isAlone ? WORKERS : '1') }],
  [{ keycloak: () => jest('keycloak') }],
  [
    // Beside the installs, more products at once than these lose leases to a lack of CPU.
    { services: (isAlone) => jest('services', isAlone ? WAITING_WORKERS : WORKERS) },
    { install: () => jest('install', '1') },
  ],
  // Each builds the images and starts the whole product: what runs beside it is small.
  [{ compose: () => jest('compose', '1') }, { containers: () => jest('containers', '1') }],
  [{ kubernetes: () => kubernetes() }, { attack: () => attack() }],
];
const NAMES = STEPS.flat().flatMap((lane) => Object.keys(lane));
/** Lanes of a row differ in it. */
const laneOf = (name) => STEPS.find((row) => row.some((lane) => name in lane)).findIndex((lane) => name in lane);
/** Folders with TypeScript. */
const CHECKED_WITH_TYPES = ['apps', 'libs', 'tests'];
/** Specs start the built services and play the rendered clips of the starter quiz. */
const NEED_BUILD = [
  'unit',
  'int',
  'e2e',
  'containers',
  'identity',
  'keycloak',
  'attack',
  'services',
  'install',
  'compose',
  'kubernetes',
];

/** Specs start the product on data that one first start has made. */
const NEED_DATA = ['e2e', 'containers', 'identity', 'keycloak', 'services', 'install'];

/** Only against a program that hangs, whose results would be lost with the whole run. */
const STEP_WITHIN_MS = 30 * 60_000;

const results = mkdtempSync(join(tmpdir(), 'earworm-tests-'));
const total = { passed: 0, failed: 0, skipped: [] };
/** Named again at the end: the output before it is long. */
const failures = [];
/** Steps and specs that need something that not every machine has; each with what that is. */
const notRun = [];
/** Where everything is expected to be there, a spec that did not run is a failure. */
const STRICT = process.env.CI === 'true';
/** Tools that few machines have: a spec without one of them is named, and is no failure. */
const NOT_EXPECTED = STRICT ? [] : ['there is no promtool on the PATH'];
const times = [];

const args = process.argv.slice(2);
const options = args.findIndex((arg) => arg.startsWith('-'));
const named = options < 0 ? args : args.slice(0, options);
/** Handed to Jest, like `-t 'a title'` or `--testPathPatterns e2e/tabs`. */
const jestOptions = options < 0 ? [] : args.slice(options);

const BY_TITLE = jestOptions.some((option) => /^(-t|--testNamePattern)(=|$)/.test(option));

const node = (args, options) => program(process.execPath, args, options);

function program(path, args, options = {}) {
  const child = spawn(path, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STEP_WITHIN_MS,
    ...options,
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: code ?? signal, output })));
}

async function tool(program, args) {
  const { code, output } = await node([join(MODULES, program), ...args]);
  if (code !== 0) throw new Error(output.trim());
}

/** Oxlint has the rules that need types: they take 20 s of CPU for everything, as in ESLint for one tsconfig. */
async function lint() {
  await tool('eslint/bin/eslint.js', [...cachedIn('eslint'), '.']);
  await tool('oxlint/bin/oxlint', ['--type-aware', ...CHECKED_WITH_TYPES]);
}

async function jest(project, workers = WORKERS) {
  const outputFile = join(results, `${project}.json`);
  const select = ['--selectProjects', project, `--maxWorkers=${workers}`];
  const report = ['--silent', '--reporters=default', '--json', `--outputFile=${outputFile}`];
  const { code } = await node(
    [...JEST_FLAGS, join(MODULES, 'jest/bin/jest.js'), ...select, ...report, ...jestOptions],
    {
      // With --json Jest prints the results once more on standard output.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, EARWORM_JEST_RUN: String(laneOf(project)) },
    },
  );
  if (!existsSync(outputFile)) throw new Error(`jest ended with ${code} before it ran a spec`);
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(outputFile, 'utf8'),
  );
  total.passed += numPassedTests;
  total.failed += numFailedTests + numRuntimeErrorTestSuites;
  for (const { name, assertionResults, status } of testResults) {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    const titles =
      status === 'failed' && failed.length === 0 ? ['did not run'] : failed.map(({ fullName }) => fullName);
    failures.push(...titles.map((title) => `${name.slice(ROOT.length)}: ${title}`));
  }
  // Tests that a title pattern leaves out count as pending.
  const skipped = (BY_TITLE ? [] : testResults).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending' || status === 'todo')
      .map(({ fullName }) => `${name.slice(ROOT.length)}: ${fullName}`),
  );
  for (const spec of skipped) {
    if (NOT_EXPECTED.some((missing) => spec.includes(missing))) notRun.push(spec);
    else total.skipped.push(spec);
  }
  // What is skipped says what is missing.
  if (numPassedTests + numFailedTests + numRuntimeErrorTestSuites + skipped.length === 0)
    throw new Error(`no ${project} spec ran`);
  if (code !== 0 && numFailedTests + numRuntimeErrorTestSuites === 0) throw new Error(`jest ended with ${code}`);
  return { counted: true };
}

let removeData = async () => undefined;
async function prepare() {
  const { prepareData } = await import('./dist/harness/prepared-data.js');
  removeData = await prepareData();
}

/** The short form of `npm run robustness -- attack`. */
async function attack() {
  const { code, output } = await node([join(ROOT, 'tests/dist/attack/main.js'), '--short']);
  console.error(output.trim());
  if (code !== 0) throw new Error(`the attack ended with ${code}: ${linesOf(output, 'UNEXPECTED')}`);
}

const linesOf = (output, start) =>
  output
    .split('\n')
    .filter((line) => line.startsWith(start))
    .join('; ');

/** The short form of `npm run robustness -- kubernetes`, on the cluster of KUBECONFIG or one that the command in CLUSTER_UP starts. */
async function kubernetes() {
  const { KUBECONFIG, CLUSTER_UP, CLUSTER_DOWN } = process.env;
  const isStarted = !KUBECONFIG && Boolean(CLUSTER_UP);
  try {
    const env = isStarted ? await clusterStarted() : process.env;
    const args = [join(ROOT, 'tests/dist/kubernetes/main.js'), '--short'];
    const { code, output } = await program(process.execPath, args, { env });
    console.error(output.trim());
    if (code === 2) {
      notRun.push(`kubernetes: ${output.trim()}`);
      return { counted: true };
    }
    if (code !== 0) throw new Error(`the run in Kubernetes ended with ${code}: ${linesOf(output, 'WRONG')}`);
  } finally {
    if (isStarted && CLUSTER_DOWN) await program('sh', ['-c', CLUSTER_DOWN]);
  }
}

/** The environment that the command's output makes of this one, as `eval` would. */
async function clusterStarted() {
  const { code, output } = await program('sh', ['-c', 'eval "$(eval "$CLUSTER_UP")" && env -0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (code !== 0) throw new Error(`CLUSTER_UP ended with ${code}`);
  const pairs = output.split('\0').filter((pair) => pair.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

async function run(name, step, isAlone) {
  const stop = stopwatch();
  // The machine's CPU time says nothing of one step beside another.
  const taken = () => (isAlone ? stop() : stop().split(',', 1)[0]);
  console.error(`\n── ${name}`);
  try {
    const outcome = await step(isAlone);
    if (!outcome?.counted) total.passed++;
    times.push(`${name}: ${taken()}`);
    console.error(`── ${times.at(-1)}`);
  } catch (error) {
    total.failed++;
    failures.push(`${name}: ${error.message.slice(0, FAILURE_SHOWN)}`);
    times.push(`${name}: failed after ${taken()}`);
    console.error(`${error.message}\n── ${times.at(-1)}`);
  }
}

const unknown = named.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}; there are ${NAMES.join(', ')}.`);
  process.exit(1);
}
const isWanted = (name) =>
  named.length === 0 ||
  named.includes(name) ||
  (name === 'build' && named.some((each) => NEED_BUILD.includes(each))) ||
  (name === 'data' && named.some((each) => NEED_DATA.includes(each)));

for (const project of await removeProjectsOfKilledRuns())
  console.error(`Removed ${project}, which a killed run had left.`);

const taken = stopwatch();
for (const row of STEPS) {
  const lanes = row.map((lane) => Object.entries(lane).filter(([name]) => isWanted(name)));
  const names = lanes.flat().map(([name]) => name);
  const takenByRow = stopwatch();
  const inLane = async (lane) => {
    for (const [name, step] of lane) await run(name, step, names.length === 1);
  };
  await Promise.all(lanes.map(inLane));
  if (names.length > 1) times.push(`${names.join(' and ')}: ${takenByRow()}`);
}
await removeData();
rmSync(results, { recursive: true, force: true });

console.error(`\n${times.join('\n')}\nall: ${taken()}`);
const { passed, failed, skipped } = total;
if (skipped.length > 0) {
  console.error(`\nDID NOT RUN, because something they need is missing here:`);
  for (const spec of skipped) console.error(`  ${spec}`);
}
if (notRun.length > 0) {
  console.error(`\nDID NOT RUN, and need not:`);
  for (const step of notRun) console.error(`  ${step}`);
}
if (failures.length > 0) {
  console.error(`\nFAILED:`);
  for (const failure of failures) console.error(`  ${failure}`);
}
process.exitCode = failed > 0 || passed === 0 || (STRICT && skipped.length > 0) ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
