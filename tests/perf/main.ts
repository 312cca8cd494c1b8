import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { SERVER_FLAGS } from '../harness/node-flags.js';
import type { Benchmark, Outcome } from './benchmark.js';
import type { Reply } from './benchmark-process.js';

/** Above this, others use the machine: figures in milliseconds say little then. */
const BUSY_LOAD = 0.5;

interface Row {
  readonly name: string;
  readonly outcome: Outcome | null;
  /** What it needs is not here. */
  readonly isSkipped: boolean;
  readonly seconds: number;
}

const isGood = ({ outcome, isSkipped }: Row) => isSkipped || (outcome !== null && outcome.ratio <= outcome.target);

/** A process that collects its garbage no worse than the server does; signals are passed on to it. */
function start(program: string, args: readonly string[]): { child: ChildProcess; ended: Promise<number> } {
  const child = fork(new URL(program, import.meta.url), args, { execArgv: SERVER_FLAGS, serialization: 'advanced' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return { child, ended: once(child, 'exit').then(([code]) => (code as number | null) ?? 1) };
}

async function measure(name: string, options: object): Promise<Row> {
  const startedAt = performance.now();
  const { child, ended } = start('benchmark-process.js', [name, JSON.stringify(options)]);
  let reply: Reply | undefined;
  child.on('message', (message: Reply) => (reply = message));
  await ended;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const outcome = reply && 'outcome' in reply ? reply.outcome : null;
  const isSkipped = reply !== undefined && 'skipped' in reply;
  const row = { name, outcome, isSkipped, seconds };
  console.log(JSON.stringify({ name, ...outcome, ...(isSkipped ? reply : { ok: isGood(row) }), seconds }));
  return row;
}

const table = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [
    row.name,
    row.outcome === null ? (row.isSkipped ? 'skipped' : 'failed') : row.outcome.ratio.toFixed(2),
    row.outcome === null ? '' : `≤ ${row.outcome.target.toFixed(2)}`,
    row.isSkipped ? '' : isGood(row) ? 'ok' : 'OVER',
    `${row.seconds} s`,
    row.outcome === null ? '' : `of ${row.outcome.reference}`,
  ]);
  const all = [['benchmark', 'ratio', 'target', '', 'took', 'reference'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

/** What each benchmark measures. */
async function listed(names: readonly string[]): Promise<string> {
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map(async (name) => {
    const { benchmark } = (await import(`./benchmarks/${name}.js`)) as { benchmark: Benchmark };
    const options = Object.entries(benchmark.options ?? {}).map(([option, value]) => ` [--${option} ${value}]`);
    return `  ${name.padEnd(width)}  ${benchmark.what}${options.join('')}`;
  });
  return [
    'Name the benchmarks that are to run, or --all for all of them, which takes more than 20 minutes. There are:',
    ...(await Promise.all(lines)),
    `  ${'load'.padEnd(width)}  games at a rate of buzzes that is given: see docs/testing.md`,
  ].join('\n');
}

/** `NAME … [--option number …]`; an option is for every named benchmark. */
function readCommand(args: readonly string[]): { names: readonly string[]; options: Readonly<Record<string, number>> } {
  const first = args.findIndex((arg) => arg.startsWith('--'));
  const names = first < 0 ? args : args.slice(0, first);
  const options: Record<string, number> = {};
  for (let at = names.length; at < args.length; at += 2) {
    const value = Number(args[at + 1]);
    if (!args[at]?.startsWith('--') || !(value > 0)) throw new Error(`${args[at]} is followed by a number above 0.`);
    options[args[at]?.slice(2) ?? ''] = value;
  }
  return { names, options };
}

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'load') return start('../load/main.js', args.slice(1)).ended;
  const isAll = args[0] === '--all';
  const { names, options } = readCommand(isAll ? args.slice(1) : args);
  const files = await readdir(new URL('benchmarks/', import.meta.url));
  const all = files.filter((file) => file.endsWith('.js')).map((file) => basename(file, '.js'));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: load, ${all.join(', ')}.`);
  if (names.length === 0 && !isAll) {
    console.error(await listed(all));
    return 2;
  }
  if ((loadavg()[0] ?? 0) > BUSY_LOAD) console.error(`The machine is busy (load ${loadavg()[0]?.toFixed(1)}).`);
  const rows: Row[] = [];
  for (const name of isAll ? all : names) rows.push(await measure(name, options));
  console.log(`\n${table(rows)}`);
  return rows.every(isGood) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
