import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { ROOT } from '../harness/root.js';
import { writeDocument } from './document.js';
import { FULL_PACE, measureCell, othersCoresIn, QUICK_PACE } from './measure-cell.js';
import { type Cell, cellsToMeasure, LAYOUTS, type LayoutName } from './plan.js';
import { Results } from './results.js';

/** In a cell during which others used more of the machine, a core is not a core. */
const MOST_OTHERS_CORES = 0.5;
const DOCUMENT = join(ROOT, 'docs/benchmarks');

interface Options {
  readonly isQuick: boolean;
  readonly startsOver: boolean;
  /** No cell is begun that would end later than this; the same command goes on. */
  readonly minutes: number;
  readonly out: string;
  /** Nothing is measured: the document is written from the cells there are. */
  readonly isWritten: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '60' },
      out: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0.');
  // A quick run measures too little for the committed document.
  const out = values.out ?? (values.quick ? join(ROOT, '.data/capacity') : DOCUMENT);
  return { isQuick: values.quick, startsOver: values.again, minutes, out, isWritten: values.write };
}

/** About how long a cell takes: servers start and end, people come, everything is played. */
const secondsFor = ({ rooms, players }: Cell): number => 45 + (rooms * players) / 120;

async function layoutsToMeasure(isQuick: boolean): Promise<readonly LayoutName[]> {
  if (isQuick) return ['standalone'];
  if (await findNats()) return LAYOUTS;
  console.error(`${NO_NATS}\nServices as processes of their own are left out.`);
  return ['standalone'];
}

async function main(): Promise<number> {
  const { isQuick, startsOver, minutes, out, isWritten } = readOptions();
  const startedAt = performance.now();
  const results = await Results.open(join(ROOT, '.data/capacity', isQuick ? 'quick.json' : 'full.json'), startsOver);
  const layouts = await layoutsToMeasure(isQuick);
  const people = ({ cell: { rooms, players } }: { readonly cell: Cell }) => rooms * players;
  const wanted = layouts
    .flatMap((layout) => cellsToMeasure(layout, isQuick).map((cell) => ({ layout, cell })))
    .toSorted((one, other) => people(one) - people(other));
  for (const { layout, cell } of wanted) {
    if (isWritten || results.of(layout, cell)) continue;
    const leftSeconds = minutes * 60 - (performance.now() - startedAt) / 1_000;
    if (secondsFor(cell) > leftSeconds) continue;
    console.log(`${layout}: ${cell.rooms} rooms of ${cell.players} …`);
    const measured = await measureCell(layout, cell, isQuick ? QUICK_PACE : FULL_PACE);
    const others = othersCoresIn(measured);
    if (others > MOST_OTHERS_CORES)
      console.log(`  others used ${others.toFixed(2)} cores meanwhile: it does not count`);
    else await results.add(measured);
  }
  const missing = wanted.filter(({ layout, cell }) => !results.of(layout, cell));
  if (missing.length > 0 && !(isWritten && results.cells.length > 0)) {
    console.log(`${wanted.length - missing.length} of ${wanted.length} cells are measured; the same command goes on.`);
    return 3;
  }
  const { markdown, svg } = writeDocument(results.cells, {
    description: `${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    day: new Date().toISOString().slice(0, 10),
  });
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'capacity.md'), await format(markdown, { parser: 'markdown', printWidth: 140 }));
  await writeFile(join(out, 'capacity.svg'), svg);
  console.log(`Written to ${join(out, 'capacity.md')}.`);
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
