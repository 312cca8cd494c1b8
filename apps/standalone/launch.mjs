// Plain JavaScript for any Node from 18 up, without node_modules: it fetches what is missing, builds what is stale and
// then runs the rest on the Node that is pinned among the dependencies.
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { ROOT, Trouble } from './launch/places.mjs';
import { runPinned } from './launch/run.mjs';

const PROGRAMS = {
  start: 'apps/standalone/dist/main.js',
  dev: 'apps/standalone/launch/dev.mjs',
  test: 'tests/run.mjs',
  load: 'tests/dist/load/main.js',
  screenshots: 'tests/dist/screenshots/main.js',
  faults: 'tests/dist/faults/main.js',
  perf: 'tests/dist/perf/main.js',
};

const [command = '', ...args] = process.argv.slice(2);
try {
  const program = PROGRAMS[command];
  if (!program) throw new Trouble(`Earworm knows these commands: ${Object.keys(PROGRAMS).join(', ')}.`);
  process.chdir(ROOT);
  await install();
  // The tests build too, as a step that they report.
  if (command !== 'test') await build();
  process.exitCode = await runPinned(program, args);
} catch (trouble) {
  console.error(trouble instanceof Trouble ? trouble.message : trouble);
  process.exitCode = 1;
}
