/**
 * What a phone fetches before the join form works: the entry of dist/index.html with everything it imports statically.
 * Exits 1 when the gzipped script is over the budget.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 110;
const dist = new URL('../dist/', import.meta.url);
const read = (path) => readFileSync(new URL(path, dist));
const kb = (bytes) => bytes / 1000;

const html = read('index.html').toString();
const linked = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
const seen = new Set();
const visit = (path) => {
  if (seen.has(path)) return;
  seen.add(path);
  if (!path.endsWith('.js')) return;
  for (const [, to] of read(path)
    .toString()
    .matchAll(/(?:^|[;\n}])(?:import|export)[^;()'"]*?(?:from)?["']\.\/([^"']+\.js)["']/g)) {
    visit(`assets/${to}`);
  }
};
linked.forEach(visit);

const sizes = [...seen].map((path) => ({ path, size: gzipSync(read(path)).length })).sort((a, b) => b.size - a.size);
const total = (ending) => sizes.filter(({ path }) => path.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
for (const { path, size } of sizes) console.log(`${kb(size).toFixed(1).padStart(7)} kB  ${path}`);
console.log(
  `script ${kb(total('.js')).toFixed(1)} kB of ${BUDGET_KB}, styles ${kb(total('.css')).toFixed(1)} kB, gzipped`,
);
process.exit(kb(total('.js')) > BUDGET_KB ? 1 : 0);
