import { seededRandom } from '../../load/arrivals.js';
import type { Kind, Mutant } from './operators.js';

/** Packages with the number of places that are mutated in each. */
export const PLACES: Readonly<Record<string, number>> = {
  'apps/feedback': 2,
  'apps/game': 2,
  'apps/gateway': 2,
  'apps/identity': 2,
  'apps/library': 2,
  'apps/rate-limit': 2,
  'apps/telemetry': 2,
  'apps/web': 3,
  'libs/client': 2,
  'libs/projections': 2,
  'libs/contracts': 2,
  'libs/rules': 2,
  'libs/service-kit': 2,
};

const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*\.tsx?$/;
/** Specs and what only they use; what is generated or runs once; texts, styles, and the messages of the configuration. */
const EXCLUDED =
  /\.(spec|suite|suite-parts|bench|generated|config|d|css|sql|texts?)\.tsx?$|\/(testing|migrations|i18n|starter)\/|\/main\.tsx?$|-bench\.ts$/;

export const isMutated = (file: string): boolean => SOURCE.test(file) && !EXCLUDED.test(file);

/**
 * The same places for the same seed and source: in each package first a kind, so that the many comparisons do not crowd
 * out the rest, then a place of that kind in a file that was not chosen yet.
 */
export function choose(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    const left = mutants.filter(({ file }) => chosen.every((mutant) => mutant.file !== file));
    if (left.length === 0) break;
    const kinds = [...new Set(left.map(({ kind }) => kind))].sort() as Kind[];
    const kind = pick(kinds);
    chosen.push(pick(left.filter((mutant) => mutant.kind === kind)));
  }
  return chosen;
}

/** A separate seed per package, so that a new file in one does not change the choice in others. */
export const seedOf = (seed: number, folder: string): number =>
  [...folder].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, seed);
