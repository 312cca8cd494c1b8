import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Guard } from '../../harness/guard.js';
import { serversIn } from '../../harness/needed-servers.js';
import { startServers } from '../../harness/start-servers.js';
import stopServers from '../../harness/stop-servers.js';
import { listSpecs, runJest } from '../jest-run.js';
import { COULD_NOT_RUN, type Failure, failuresIn } from '../stress/rounds.js';
import { specsOfArea } from './areas.js';
import { choose, isMutated, PLACES, seedOf } from './choice.js';
import { applied, mutantsOf, type Mutant, reverted } from './operators.js';
import { WorkspaceCopy } from './workspace-copy.js';

const ROOT = import.meta.dirname.replace(/[\\/]tests[\\/].*$/, '');
const USAGE = `npm run test:mutate -- --seed N [--places N] [--only PACKAGE] [--quick] [--list]
--places  in each package, instead of ${Object.values(PLACES).reduce((sum, count) => sum + count, 0)} in all
--only    one package, as apps/game
--quick   without browser and cluster specs
--list    print the mutants and end`;
/** Against a mutant that never ends; then it counts as killed. */
const LIMIT_MS = 600_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    places: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const places = values.places === undefined ? null : Number(values.places);
if (!Number.isInteger(seed) || (places !== null && !(places > 0)) || (values.only && !(values.only in PLACES))) {
  console.error(USAGE);
  process.exit(2);
}

/** Specs that were seen to pass without a mutant. */
const soundSpecs = new Set<string>();
const folder = await mkdtemp(join(tmpdir(), 'earworm-mutants-'));
const guard = new Guard(folder);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stop.abort());

try {
  const root = join(folder, 'copy');
  await mkdir(root);
  const copy = await WorkspaceCopy.make(ROOT, root);
  const mutants = await chooseMutants(copy);
  if (values.list) for (const mutant of mutants) console.log(describe(mutant));
  else await tryAll(copy, mutants);
} catch (error) {
  console.error(stop.signal.aborted ? 'Interrupted.' : error);
  process.exitCode = 1;
} finally {
  await stopServers();
  await guard.cleanUp();
}
process.disconnect?.();

async function chooseMutants(copy: WorkspaceCopy): Promise<Mutant[]> {
  const chosen: Mutant[] = [];
  for (const [name, count] of Object.entries(PLACES)) {
    if (values.only !== undefined && values.only !== name) continue;
    const files = copy.files.filter((file) => file.startsWith(`${name}/`) && isMutated(file));
    const texts = await Promise.all(files.map((file) => copy.read(file)));
    const all = files.flatMap((file, place) => mutantsOf(file, texts[place]!));
    chosen.push(...choose(all, places ?? count, seedOf(seed, name)));
  }
  return chosen;
}

async function tryAll(copy: WorkspaceCopy, mutants: readonly Mutant[]): Promise<void> {
  await copy.copyBuilds([...Object.keys(PLACES), 'apps/standalone', 'tests']);
  let survived = 0;
  for (const mutant of mutants) {
    const original = await copy.read(mutant.file);
    await copy.write(mutant.file, applied(original, mutant));
    try {
      const killer = (await killedByRelated(copy, mutant)) ?? (values.quick ? null : await killedByArea(copy, mutant));
      if (killer === null) survived++;
      console.log(
        killer === null
          ? `SURVIVED ${describe(mutant)}\n${context(original, mutant)}`
          : `${describe(mutant)}\n  killed by ${killer}`,
      );
    } finally {
      await copy.write(mutant.file, original);
    }
  }
  console.log(JSON.stringify({ seed, mutants: mutants.length, killed: mutants.length - survived, survived }));
}

/** First the specs beside the file, which are few and the most likely to notice, then its package's, then all others. */
async function killedByRelated(copy: WorkspaceCopy, mutant: Mutant): Promise<string | null> {
  const { file } = mutant;
  const projects = ['--selectProjects', 'unit', 'component', 'int'];
  const specs = await listSpecs(copy.root, [...projects, '--findRelatedTests', file]);
  const beside = join(copy.root, dirname(file), '/');
  const home = join(copy.root, file.split('/', 2).join('/'), '/');
  const isInt = (path: string) => path.includes('.int.spec.');
  const stageOf = (path: string) => {
    if (path.startsWith(beside)) return isInt(path) ? 1 : 0;
    if (path.startsWith(home)) return isInt(path) ? 3 : 2;
    return 4;
  };
  const stages = [0, 1, 2, 3, 4].map((stage) => specs.filter((path) => stageOf(path) === stage));
  for (const stage of stages) {
    // Once for all runs: a server that runs already is not started again.
    for (const path of stage) await startServers(serversIn(await readFile(path, 'utf8')));
    const killer = stage.length === 0 ? null : await firstFailure(copy, mutant, projects, stage);
    if (killer !== null) return killer;
  }
  return null;
}

async function killedByArea(copy: WorkspaceCopy, mutant: Mutant): Promise<string | null> {
  const { file } = mutant;
  const home = file.split('/', 2).join('/');
  // The pages hold the code of these libraries; services load theirs when they start.
  const isInPages = ['libs/rules', 'libs/contracts', 'libs/client'].includes(home);
  const built = isInPages ? [home, 'apps/web'] : [home];
  try {
    for (const name of built) await copy.build(name);
  } catch (error) {
    return `the build: ${(error as Error).message.split('\n', 1)[0]}`;
  }
  const projects = ['--selectProjects', 'e2e', 'cluster'];
  const specs = await listSpecs(copy.root, [...projects, '--testPathPatterns', `tests/(${specsOfArea(file)})`]);
  if (specs.length === 0) throw new Error(`No spec fits the area of ${file}: the table is out of date.`);
  try {
    return await firstFailure(copy, mutant, projects, specs);
  } finally {
    await copy.copyBuilds(built);
  }
}

/**
 * The title of the first test that fails because of the mutant. Fails the same file alone no more, or without the mutant
 * too, it says nothing of the mutant, and the other files decide.
 */
async function firstFailure(
  copy: WorkspaceCopy,
  mutant: Mutant,
  projects: readonly string[],
  specs: readonly string[],
): Promise<string | null> {
  let left = specs;
  while (left.length > 0) {
    const failure = await failureIn(copy, projects, left);
    if (failure === null || failure.file === '') return failure?.title ?? null;
    const path = join(copy.root, failure.file);
    const again = await failureIn(copy, projects, [path]);
    if (again !== null && (await passesUnchanged(copy, mutant, projects, path))) return titleOf(again);
    console.log(`  ${failure.file} failed for another reason: ${failure.title}`);
    left = left.filter((spec) => spec !== path);
  }
  return null;
}

async function passesUnchanged(
  copy: WorkspaceCopy,
  mutant: Mutant,
  projects: readonly string[],
  path: string,
): Promise<boolean> {
  // Browser and cluster specs run the builds, which hold the mutant.
  if (projects.includes('e2e') || soundSpecs.has(path)) return true;
  const changed = await copy.read(mutant.file);
  await copy.write(mutant.file, reverted(changed, mutant));
  try {
    const passes = (await failureIn(copy, projects, [path])) === null;
    if (passes) soundSpecs.add(path);
    return passes;
  } finally {
    await copy.write(mutant.file, changed);
  }
}

async function failureIn(
  copy: WorkspaceCopy,
  projects: readonly string[],
  specs: readonly string[],
): Promise<Failure | null> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = AbortSignal.any([stop.signal, limit]);
  const args = [...projects, '--runTestsByPath', ...specs, '--bail', '--maxWorkers=100%'];
  try {
    const results = await runJest({ root: copy.root, args, folder, guard, signal });
    return failuresIn(results, copy.root)[0] ?? null;
  } catch (error) {
    if (limit.aborted) return { file: '', title: `a run that did not end within ${LIMIT_MS / 1000} s`, message: '' };
    throw error;
  }
}

/** A file that could not be run has no title: its error message instead. */
function titleOf({ file, title, message }: Failure): string {
  const what = title === COULD_NOT_RUN ? `${title} ${oneLine(message).slice(0, 120)}` : title;
  return `${what} (${file})`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function describe({ file, line, before, after }: Mutant): string {
  return `${file}:${line} ${oneLine(before)} -> ${after === ';' || after === '{}' ? '(nothing)' : oneLine(after)}`;
}

/** The lines around the place, to judge by whether the mutant behaves as the original does. */
function context(text: string, { line }: Mutant): string {
  const first = Math.max(1, line - 4);
  return text
    .split('\n')
    .slice(first - 1, line + 5)
    .map((each, offset) => `  ${first + offset === line ? '>' : ' '} ${first + offset} | ${each}`)
    .join('\n');
}
