import { join } from 'node:path';
import type { Guard } from '../../harness/guard.js';
import { listSpecs, runJest } from '../jest-run.js';
import { COULD_NOT_RUN, type Failure, failuresIn } from '../stress/rounds.js';
import { specsOfArea } from './areas.js';
import { applied, type Mutant, reverted } from './operators.js';
import { batchesOf } from './related-specs.js';
import type { WorkspaceCopy } from './workspace-copy.js';

const RELATED = ['--selectProjects', 'unit', 'component', 'int'];
const AREA = ['--selectProjects', 'e2e', 'cluster'];
/** Against a mutant that never ends; then it counts as killed. Far more than the specs take on a busy machine. */
const limitS = (specs: number): number => 300 + 60 * specs;
/** The pages hold the code of these libraries; services load theirs when they start. */
const IN_PAGES = ['libs/rules', 'libs/contracts', 'libs/client'];

interface Trials {
  readonly copy: WorkspaceCopy;
  /** For the results of Jest. */
  readonly folder: string;
  readonly guard: Guard;
  readonly signal: AbortSignal;
  /** Of Jest's workers, as a share of the cores. */
  readonly share: string;
  /** Paths from the root of the specs that import a file, the most promising first. */
  relatedSpecs(file: string): string[];
}

/** Tries mutants one after another, in a copy of the checkout that nothing else uses. */
export class Trial {
  /** Specs that were seen to pass without a mutant. */
  readonly #sound = new Set<string>();

  constructor(private readonly options: Trials) {}

  /** What noticed the mutant; null when nothing did. */
  async killerOf(mutant: Mutant, isQuick: boolean): Promise<string | null> {
    const { copy } = this.options;
    const original = await copy.read(mutant.file);
    await copy.write(mutant.file, applied(original, mutant));
    try {
      return (await this.#killedByRelated(mutant)) ?? (isQuick ? null : await this.#killedByArea(mutant));
    } finally {
      await copy.write(mutant.file, original);
    }
  }

  async #killedByRelated(mutant: Mutant): Promise<string | null> {
    const { copy, relatedSpecs } = this.options;
    for (const batch of batchesOf(relatedSpecs(mutant.file))) {
      const paths = batch.map((path) => join(copy.root, path));
      const killer = await this.#firstFailure(mutant, RELATED, paths);
      if (killer !== null) return killer;
    }
    return null;
  }

  async #killedByArea(mutant: Mutant): Promise<string | null> {
    const { copy } = this.options;
    const { file } = mutant;
    const home = file.split('/', 2).join('/');
    const built = IN_PAGES.includes(home) ? [home, 'apps/web'] : [home];
    try {
      for (const name of built) await copy.build(name);
    } catch (error) {
      return `the build: ${(error as Error).message.split('\n', 1)[0]}`;
    }
    const specs = await listSpecs(copy.root, [...AREA, '--testPathPatterns', `tests/(${specsOfArea(file)})`]);
    if (specs.length === 0) throw new Error(`No spec fits the area of ${file}: the table is out of date.`);
    try {
      return await this.#firstFailure(mutant, AREA, specs);
    } finally {
      await copy.copyBuilds(built);
    }
  }

  /**
   * The title of the first test that fails because of the mutant. A file that fails without the mutant too says nothing
   * of it, nor does a browser or cluster spec that passes alone: the other files decide.
   */
  async #firstFailure(mutant: Mutant, projects: readonly string[], specs: readonly string[]): Promise<string | null> {
    let left = specs;
    while (left.length > 0) {
      const failure = await this.#failureIn(projects, left);
      if (failure === null || failure.file === '') return failure?.title ?? null;
      const path = join(this.options.copy.root, failure.file);
      const isReal =
        projects === AREA
          ? (await this.#failureIn(projects, [path])) !== null
          : await this.#passesUnchanged(mutant, path);
      if (isReal) return titleOf(failure);
      console.log(`  ${failure.file} failed for another reason: ${failure.title}`);
      left = left.filter((spec) => spec !== path);
    }
    return null;
  }

  async #passesUnchanged(mutant: Mutant, path: string): Promise<boolean> {
    if (this.#sound.has(path)) return true;
    const { copy } = this.options;
    const changed = await copy.read(mutant.file);
    await copy.write(mutant.file, reverted(changed, mutant));
    try {
      const passes = (await this.#failureIn(RELATED, [path])) === null;
      if (passes) this.#sound.add(path);
      return passes;
    } finally {
      await copy.write(mutant.file, changed);
    }
  }

  async #failureIn(projects: readonly string[], specs: readonly string[]): Promise<Failure | null> {
    const { copy, folder, guard, share } = this.options;
    const limit = AbortSignal.timeout(limitS(specs.length) * 1_000);
    const signal = AbortSignal.any([this.options.signal, limit]);
    const args = [...projects, '--runTestsByPath', ...specs, '--bail', `--maxWorkers=${share}`];
    try {
      const results = await runJest({ root: copy.root, args, folder, guard, signal, failFast: projects === RELATED });
      return failuresIn(results, copy.root)[0] ?? null;
    } catch (error) {
      if (!limit.aborted) throw error;
      return { file: '', title: `a run that did not end within ${limitS(specs.length)} s`, message: '' };
    }
  }
}

/** A file that could not be run has no title: its error message instead. */
function titleOf({ file, title, message }: Failure): string {
  const what = title === COULD_NOT_RUN ? `${title} ${message.replace(/\s+/g, ' ').trim().slice(0, 120)}` : title;
  return `${what} (${file})`;
}
