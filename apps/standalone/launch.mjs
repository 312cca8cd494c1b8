// Plain JavaScript for any Node from 18 up, without node_modules: it fetches what is missing, builds what is stale and
// then runs the rest on the Node that is pinned among the dependencies.
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { ROOT, Trouble } from './launch/places.mjs';
import { runPinned, runServer } from './launch/run.mjs';

const JEST = 'node_modules/jest/bin/jest.js';
/** By command, or by command and its first argument. */
const PROGRAMS = {
  start: 'apps/standalone/dist/main.js',
  backup: 'apps/standalone/dist/commands/backup.js',
  'backup restore': 'apps/standalone/dist/commands/restore.js',
  verify: 'apps/standalone/dist/commands/verify.js',
  services: 'tests/dist/services/main.js',
  'keycloak sync': 'apps/identity/dist/realm/main.js',
  'keycloak rotate-key': 'apps/identity/dist/rotate-assertion-key.js',
  dev: 'apps/standalone/launch/dev.mjs',
  images: 'docker/images.mjs',
  test: 'tests/run.mjs',
  'test watch': JEST,
  'robustness attack': 'tests/dist/attack/main.js',
  'robustness backup': 'tests/dist/tools/backup/main.js',
  'robustness faults': 'tests/dist/faults/main.js',
  'robustness kubernetes': 'tests/dist/kubernetes/main.js',
  'robustness mutate': 'node_modules/@stryker-mutator/core/bin/stryker.js',
  'robustness outages': 'tests/dist/tools/outages/main.js',
  'robustness stress': 'tests/dist/tools/stress/main.js',
  k6: 'tests/dist/k6/main.js',
  screenshots: JEST,
  perf: 'tests/dist/perf/main.js',
  capacity: 'tests/dist/capacity/main.js',
  compat: 'tests/dist/compat/main.js',
  layout: 'tests/tools/layout/main.mjs',
};
/** What these programs are given around what was typed. */
const ARGUMENTS = {
  'test watch': (typed) => [...typed, '--watch', '--selectProjects', 'unit', 'component', 'int'],
  screenshots: (typed) => ['--selectProjects', 'screenshots', '--maxWorkers=1', ...typed],
  'robustness mutate': (typed) => ['run', 'tests/tools/stryker.config.mjs', ...typed],
};
/** The tests build too, as a step that they report; what is watched or only read is the source; images are built in containers. */
const NOT_BUILT_FIRST = ['test', 'test watch', 'robustness mutate', 'images', 'layout'];

const [name = '', ...rest] = process.argv.slice(2);
const isNested = `${name} ${rest[0]}` in PROGRAMS;
const command = isNested ? `${name} ${rest[0]}` : name;
const args = isNested ? rest.slice(1) : rest;
try {
  const program = PROGRAMS[command];
  if (!program) throw new Trouble(`Earworm knows these commands: ${Object.keys(PROGRAMS).join(', ')}.`);
  process.chdir(ROOT);
  await install();
  if (!NOT_BUILT_FIRST.includes(command)) await build();
  process.exitCode =
    command === 'start' ? await runServer(program, args) : await runPinned(program, ARGUMENTS[command]?.(args) ?? args);
} catch (trouble) {
  console.error(trouble instanceof Trouble ? trouble.message : trouble);
  process.exitCode = 1;
}
