import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { Missing } from '../load/layout.js';
import type { Benchmark, Outcome } from './benchmark.js';

const FOLDER = new URL('benchmarks/', import.meta.url);
/** Above this, others use the machine: figures in milliseconds say little then. */
const BUSY_LOAD = 0.5;

interface Row {
  readonly name: string;
  readonly outcome: Outcome | null;
  /** What it needs is not here. */
  readonly isSkipped?: boolean;
  readonly seconds: number;
}

async function all(): Promise<Benchmark[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.js'));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, FOLDER).href) as Promise<{ benchmark: Benchmark }>),
  );
  return modules.map(({ benchmark }) => benchmark).toSorted((a, b) => a.name.localeCompare(b.name));
}

async function measure({ name, what, run }: Benchmark): Promise<Row> {
  console.error(`\n${name}: ${what}`);
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  try {
    const outcome = await run();
    console.log(JSON.stringify({ name, ...outcome, ok: outcome.ratio <= outcome.target, seconds: seconds() }));
    return { name, outcome, seconds: seconds() };
  } catch (error) {
    if (error instanceof Missing) {
      console.log(JSON.stringify({ name, skipped: error.message }));
      return { name, outcome: null, isSkipped: true, seconds: seconds() };
    }
    console.log(JSON.stringify({ name, ok: false, error: String(error), seconds: seconds() }));
    console.error(error);
    return { name, outcome: null, seconds: seconds() };
  }
}

const table = (rows: readonly Row[]): string => {
  const cells = rows.map(({ name, outcome, isSkipped, seconds }) => [
    name,
    outcome === null ? (isSkipped ? 'skipped' : 'failed') : outcome.ratio.toFixed(2),
    outcome === null ? '' : `≤ ${outcome.target.toFixed(2)}`,
    isSkipped ? '' : outcome !== null && outcome.ratio <= outcome.target ? 'ok' : 'OVER',
    `${seconds} s`,
    outcome === null ? '' : `of ${outcome.reference}`,
  ]);
  const all = [['benchmark', 'ratio', 'target', '', 'took', 'reference'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

const args = process.argv.slice(2);
const benchmarks = await all();
const unknown = args.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${benchmarks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
if ((loadavg()[0] ?? 0) > BUSY_LOAD) console.error(`The machine is busy (load ${loadavg()[0]?.toFixed(1)}).`);
const rows: Row[] = [];
for (const benchmark of benchmarks)
  if (args.length === 0 || args.includes(benchmark.name)) rows.push(await measure(benchmark));
console.log(`\n${table(rows)}`);
const isGood = ({ outcome, isSkipped }: Row) => isSkipped || (outcome !== null && outcome.ratio <= outcome.target);
process.exit(rows.every(isGood) ? 0 : 1);
