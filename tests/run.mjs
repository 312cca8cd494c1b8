import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, nx } from '../apps/standalone/launch/build.mjs';
import { MODULES, ROOT } from '../apps/standalone/launch/places.mjs';

/** `npm test` runs all of these in order; `npm test -- unit int` only the named ones. */
const STEPS = {
  lint: () => tool('eslint/bin/eslint.js', ['.']),
  format: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  typecheck: () => nx(['run-many', '-t', 'typecheck', '--parallel=2', '--output-style=static']),
  build: () => build(),
  unit: () => jest('unit', ['--maxWorkers=2']),
  component: () => jest('component', ['--maxWorkers=2']),
  int: () => jest('int', ['--maxWorkers=2']),
  e2e: () => jest('e2e', ['--runInBand']),
  cluster: () => jest('cluster', ['--maxWorkers=2']),
  install: () => jest('install', ['--runInBand']),
};
/** Specs start the built services and play the rendered clips of the starter quiz. */
const READ_WHAT_IS_BUILT = ['unit', 'int', 'e2e', 'cluster', 'install'];

const results = mkdtempSync(join(tmpdir(), 'earworm-tests-'));
const total = { passed: 0, failed: 0, skipped: [] };

function node(args, stdio) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio });
  let said = '';
  child.stdout?.on('data', (text) => (said += text));
  child.stderr?.on('data', (text) => (said += text));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: code ?? signal, said })));
}

async function tool(program, args) {
  const { code, said } = await node([join(MODULES, program), ...args], ['ignore', 'pipe', 'pipe']);
  if (code !== 0) throw new Error(said.trim());
}

async function jest(project, args) {
  const outputFile = join(results, `${project}.json`);
  const { code } = await node(
    ['--experimental-vm-modules', '--no-warnings', join(MODULES, 'jest/bin/jest.js')].concat(
      ['--selectProjects', project, '--silent', '--reporters=default', '--json', `--outputFile=${outputFile}`],
      args,
    ),
    // With --json Jest prints the results once more on standard output.
    ['ignore', 'ignore', 'inherit'],
  );
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(outputFile, 'utf8'),
  );
  total.passed += numPassedTests;
  total.failed += numFailedTests + numRuntimeErrorTestSuites;
  for (const { name, assertionResults } of testResults) {
    for (const { status, fullName } of assertionResults) {
      if (status === 'pending' || status === 'todo') total.skipped.push(`${name.slice(ROOT.length)}: ${fullName}`);
    }
  }
  if (numPassedTests === 0) throw new Error(`no ${project} spec ran`);
  if (code !== 0 && numFailedTests + numRuntimeErrorTestSuites === 0) throw new Error(`jest ended with ${code}`);
  return { counted: true };
}

async function run(name) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  console.error(`\n── ${name}`);
  try {
    const outcome = await STEPS[name]();
    if (!outcome?.counted) total.passed++;
    console.error(`── ${name}: ${seconds()}`);
  } catch (error) {
    total.failed++;
    console.error(`${error.message}\n── ${name} failed after ${seconds()}`);
  }
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
  process.exit(1);
}
const isAsked = (name) =>
  named.length === 0 ||
  named.includes(name) ||
  (name === 'build' && named.some((each) => READ_WHAT_IS_BUILT.includes(each)));
for (const name of Object.keys(STEPS).filter(isAsked)) await run(name);
rmSync(results, { recursive: true, force: true });

const { passed, failed, skipped } = total;
if (skipped.length > 0) {
  console.error(`\nDID NOT RUN, because something they need is missing here:`);
  for (const spec of skipped) console.error(`  ${spec}`);
}
// Where everything is expected to be there, a spec that did not run is a failure.
const strict = process.env.CI === 'true' && skipped.length > 0;
process.exitCode = failed > 0 || passed === 0 || strict ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
