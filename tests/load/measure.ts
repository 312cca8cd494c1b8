import { parseArgs } from 'node:util';
import { type Layout, Missing, openLayout } from './layout.js';
import { readOptions } from './options.js';
import { stopOnSignals } from './stop-on-signals.js';

/**
 * Runs one measurement on a separate server (`--layout`, as of the load) and prints its result as one line of JSON. Of
 * `standard` each number has an option of its name.
 */
export async function measure<Name extends string>(
  standard: Readonly<Record<Name, number>>,
  run: (urls: readonly string[], given: Readonly<Record<Name, number>>, layout: Layout) => Promise<object>,
  /** Runs before the server is started. */
  prepare: (given: Readonly<Record<Name, number>>) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  try {
    const text = { type: 'string' } as const;
    const names = Object.keys(standard) as Name[];
    const options = Object.fromEntries([...names, 'layout'].map((name) => [name, text]));
    const { values } = parseArgs({ options });
    const given: Record<Name, number> = { ...standard };
    for (const name of names) if (values[name] !== undefined) given[name] = positive(name, values[name]);
    await prepare(given);
    const layout = await openLayout(readOptions(['--layout', String(values['layout'] ?? 'standalone')]));
    stopOnSignals(() => layout.close());
    try {
      console.log(JSON.stringify(await run(layout.urls, given, layout)));
    } finally {
      await layout.close();
    }
  } catch (error) {
    console.error(error);
    // Not only the code: games that play on beside what failed would keep this alive.
    process.exit(error instanceof Missing ? 2 : 1);
  }
}

function positive(name: string, value: unknown): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} is a number above 0.`);
  return number;
}
