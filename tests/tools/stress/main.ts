import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Guard } from '../../harness/guard.js';
import { runJest } from '../jest-run.js';
import { describeFailures, failuresIn, passedIn, readRounds, type Round } from './rounds.js';

const ROOT = import.meta.dirname.replace(/[\\/]tests[\\/].*$/, '');
const PROJECTS = ['unit', 'component', 'int', 'e2e', 'identity', 'keycloak', 'services', 'chart', 'install'];
const USAGE = `npm run robustness -- stress --times N [--project NAME] [--out FILE] [-t TITLE] [PATH …]
Projects: ${PROJECTS.join(', ')}; default unit.`;

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string' },
    project: { type: 'string', default: 'unit' },
    out: { type: 'string' },
    title: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1 || !PROJECTS.includes(values.project)) {
  console.error(USAGE);
  process.exit(2);
}
const { project, out } = values;
const selection = [...positionals, ...(values.title === undefined ? [] : ['-t', values.title])];

const earlier = out === undefined ? '' : await readFile(out, 'utf8').catch(() => '');
const rounds = readRounds(earlier, project, selection);
if (rounds.length > 0) console.log(`${out} holds ${rounds.length} rounds already.`);

const folder = await mkdtemp(join(tmpdir(), 'earworm-stress-'));
const guard = new Guard(folder);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stop.abort());

// As many as there are cores, at the priority of the tests, so that each test gets about half a core.
for (let core = 0; core < availableParallelism(); core++) {
  const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  loop.unref();
  if (loop.pid !== undefined) guard.watch(loop.pid);
}

try {
  while (rounds.length < times) {
    const startedAt = performance.now();
    const workers = project === 'install' ? '--runInBand' : `--maxWorkers=${availableParallelism()}`;
    const args = [...selection, '--selectProjects', project, workers];
    const results = await runJest({ root: ROOT, args, folder, guard, signal: stop.signal });
    const round: Round = {
      round: rounds.length + 1,
      project,
      selection,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      passed: passedIn(results),
      failures: failuresIn(results, ROOT),
    };
    if (round.passed + round.failures.length === 0) throw new Error(`No spec of ${project} ran.`);
    rounds.push(round);
    if (out !== undefined) await appendFile(out, `${JSON.stringify(round)}\n`);
    console.log(
      `round ${round.round}/${times}: ${round.passed} passed, ${round.failures.length} failed, ${round.seconds} s`,
    );
  }
} catch (error) {
  if (!stop.signal.aborted) console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await guard.cleanUp();
}

const report = describeFailures(rounds);
if (report !== '') process.exitCode = 1;
console.log(`\n${report || `Nothing failed in ${rounds.length} rounds.`}`);
process.disconnect?.();
