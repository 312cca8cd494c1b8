import { quantile } from './side-by-side.js';

const TURNS = 5;

/** What a text of one kind is like at a length. */
export type Shapes = Readonly<Record<string, (length: number) => string>>;

/**
 * By shape: how many times as long a text that is `times` as long takes, divided by `times`. 1 is linear, `times` is
 * quadratic. Medians of turns, so that whatever else the machine does meets both alike.
 */
export function growth(
  shapes: Shapes,
  { short, times }: { short: number; times: number },
  read: (text: string) => void,
) {
  const took = (text: string): number => {
    const startedAt = performance.now();
    read(text);
    return performance.now() - startedAt;
  };
  const of = (shape: (length: number) => string): number => {
    const [little, much] = [shape(short), shape(short * times)];
    // What the first run makes the engine compile is not what the length costs.
    read(little);
    const runs = Array.from({ length: TURNS }, () => ({ little: took(little), much: took(much) }));
    return quantile(runs.map((run) => run.much)) / quantile(runs.map((run) => run.little)) / times;
  };
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, of(shape)]));
}
