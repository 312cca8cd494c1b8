// The `test` target of a package, for any Node from 18 up: its unit, component and int specs on the pinned Node. Under
// `nx affected` a package that itself did not change runs only the specs that import what did.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { JEST_FLAGS, MODULES, pinnedNode, ROOT } from '../../../apps/standalone/launch/places.mjs';
import { affectedBase, changedFiles } from './affected-base.mjs';
import { specsFor } from './selection.mjs';

const folder = relative(ROOT, process.cwd()).split(sep).join('/');
/** Specs of tests/ read all packages; those that need servers have separate commands. */
const isTests = folder === 'tests';
const base = isTests ? null : affectedBase();
const changed = base === null ? [] : changedFiles(base, ROOT);
const selected = changed.length === 0 ? 'all' : specsFor(folder, changed);

function jest(args, stdout) {
  const node = pinnedNode();
  const projects = ['--selectProjects', 'unit', ...(isTests ? [] : ['component', 'int']), '--passWithNoTests'];
  const child = spawn(node, [...JEST_FLAGS, join(MODULES, 'jest/bin/jest.js'), ...projects, ...args], {
    cwd: ROOT,
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, PATH: [join(MODULES, '.bin'), dirname(node), process.env.PATH].join(delimiter) },
  });
  let printed = '';
  child.stdout?.on('data', (text) => (printed += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
  });
}

/** The specs of this package that import one of the modules, however indirectly. */
async function relatedTo(modules) {
  if (modules.length === 0) return [];
  const { code, printed } = await jest(['--listTests', '--json', '--findRelatedTests', ...modules], 'pipe');
  if (code !== 0) throw new Error(`Jest could not list the specs of ${folder}.`);
  const list = printed.split('\n').find((line) => line.startsWith('['));
  return JSON.parse(list ?? '[]').filter((path) => path.startsWith(join(ROOT, folder) + sep));
}

const run = ['--silent', '--maxWorkers=100%'];
if (selected === 'all') {
  process.exitCode = (await jest([...run, '--testPathPatterns', `/${folder}/`], 'inherit')).code;
} else {
  const specs = await relatedTo(selected);
  if (specs.length === 0) console.log(`No spec of ${folder} imports what changed.`);
  else process.exitCode = (await jest([...run, '--runTestsByPath', ...specs], 'inherit')).code;
}
