import { Missing } from '../load/layout.js';
import type { Benchmark, Outcome } from './benchmark.js';

export type Reply = { readonly outcome: Outcome } | { readonly skipped: string };

/** Runs the named benchmark in a process without another benchmark's heap, sockets and compiled code. */
const [name = '', given = '{}'] = process.argv.slice(2);
const reply = (message: Reply) => process.send?.(message, () => process.exit());
try {
  const { benchmark } = (await import(`./benchmarks/${name}.js`)) as { benchmark: Benchmark };
  const { options = {} } = benchmark;
  const numbers = JSON.parse(given) as Record<string, number>;
  for (const option of Object.keys(numbers))
    if (!(option in options))
      throw new Error(`${name} has no option --${option}. It has: ${Object.keys(options).join(', ') || 'none'}.`);
  console.error(`\n${name}: ${benchmark.what}`);
  reply({ outcome: await benchmark.run({ ...options, ...numbers }) });
} catch (error) {
  if (error instanceof Missing) reply({ skipped: error.message });
  else {
    console.error(error);
    // Not only the code: games that are still played would keep the process alive.
    process.exit(1);
  }
}
