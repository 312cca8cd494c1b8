import { mkdir, mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Guard } from '../../harness/guard.js';
import { serversIn } from '../../harness/needed-servers.js';
import { startServers } from '../../harness/start-servers.js';
import stopServers from '../../harness/stop-servers.js';
import { choose, isMutated, PLACES, seedOf } from './choice.js';
import { Importers } from './importers.js';
import { mutantsOf, type Mutant } from './operators.js';
import { relatedSpecs } from './related-specs.js';
import { Trial } from './trial.js';
import { WorkspaceCopy } from './workspace-copy.js';

const ROOT = import.meta.dirname.replace(/[\\/]tests[\\/].*$/, '');
const USAGE = `npm run robustness -- mutate --seed N [--places N] [--only PACKAGE] [--quick] [--list]
npm run robustness -- mutate --only FILE [--quick] [--list]
--places  in each package, instead of ${Object.values(PLACES).reduce((sum, count) => sum + count, 0)} in all
--only    one package, as apps/game, or every place of a file
--quick   without browser and cluster specs
--list    print the mutants and end`;
/** Mutants at once: much of a run of Jest keeps one core busy. */
const LANES = Math.min(2, availableParallelism());

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
const isFile = values.only !== undefined && isMutated(values.only);
if (
  !(isFile || Number.isInteger(seed)) ||
  (places !== null && !(places > 0)) ||
  (values.only && !isFile && !(values.only in PLACES))
) {
  console.error(USAGE);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'earworm-mutants-'));
const guard = new Guard(folder);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stop.abort());

try {
  const copies = [];
  for (let lane = 0; lane < LANES; lane++) copies.push(await copyInto(join(folder, String(lane))));
  const mutants = await chooseMutants(copies[0]!);
  if (values.list) for (const mutant of mutants) console.log(describe(mutant));
  else await tryAll(copies, mutants);
} catch (error) {
  console.error(stop.signal.aborted ? 'Interrupted.' : error);
  process.exitCode = 1;
} finally {
  await stopServers();
  await guard.cleanUp();
}
process.disconnect?.();

async function copyInto(root: string): Promise<WorkspaceCopy> {
  await mkdir(root);
  return WorkspaceCopy.make(ROOT, root);
}

async function chooseMutants(copy: WorkspaceCopy): Promise<Mutant[]> {
  if (isFile) return mutantsOf(values.only!, await copy.read(values.only!));
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

async function tryAll(copies: readonly WorkspaceCopy[], mutants: readonly Mutant[]): Promise<void> {
  const importers = await Importers.read(ROOT, copies[0]!.files);
  const specs = new Map(mutants.map(({ file }) => [file, relatedSpecs(file, importers.of(file))]));
  // Once for all runs of Jest.
  const texts = await Promise.all([...new Set([...specs.values()].flat())].map((path) => copies[0]!.read(path)));
  await startServers([...new Set(texts.flatMap(serversIn))]);
  const waiting = [...mutants];
  let survived = 0;
  const lane = async (copy: WorkspaceCopy) => {
    await copy.copyBuilds([...Object.keys(PLACES), 'apps/standalone', 'tests']);
    const trial = new Trial({
      copy,
      folder: await mkdtemp(join(folder, 'results-')),
      guard,
      signal: stop.signal,
      share: `${100 / copies.length}%`,
      relatedSpecs: (file) => specs.get(file)!,
    });
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const killer = await trial.killerOf(mutant, values.quick);
      if (killer === null) survived++;
      console.log(
        killer === null
          ? `SURVIVED ${describe(mutant)}\n${context(await copy.read(mutant.file), mutant)}`
          : `${describe(mutant)}\n  killed by ${killer}`,
      );
    }
  };
  const began = performance.now();
  await Promise.all(copies.map(lane));
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(JSON.stringify({ seed, mutants: mutants.length, killed: mutants.length - survived, survived, seconds }));
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
