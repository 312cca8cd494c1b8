const SPEC = /^(apps|libs)\/.*\.spec\.tsx?$/;
/** Half the specs import the libraries, mostly through many others; those beyond this would take minutes to say nothing. */
const MOST = 60;
/** Of the first run; each one after it has twice as many. */
const FIRST_BATCH = 4;

const isInt = (path: string): boolean => path.includes('.int.spec.');

/**
 * The unit, component and int specs among the importers of a file, the most likely to notice a change first: those of
 * its package, with the fewest imports between, without servers.
 *
 * @param importers with the number of imports between
 */
export function relatedSpecs(file: string, importers: ReadonlyMap<string, number>): string[] {
  const home = file.split('/', 3).slice(0, 2).join('/');
  const isForeign = (path: string) => !path.startsWith(`${home}/`);
  return [...importers]
    .filter(([path]) => SPEC.test(path))
    .map(([path, steps]) => ({ path, order: [isForeign(path), steps, isInt(path)].map(Number) }))
    .sort((a, b) => compare(a.order, b.order))
    .slice(0, MOST)
    .map(({ path }) => path);
}

/** In growing parts: most mutants are noticed by the first specs, and every run takes seconds to begin. */
export function batchesOf(specs: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let from = 0, size = FIRST_BATCH; from < specs.length; from += size, size *= 2)
    batches.push(specs.slice(from, from + size));
  return batches;
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const place = a.findIndex((each, index) => each !== b[index]);
  return place === -1 ? 0 : a[place]! - b[place]!;
};
