// npm run layout [-- --list]: measures of the source of apps and libs, as JSON; with --list also where the cycles, the imports
// against a layer and the words of a private dialect are. Exit code 1 when a measure is out of bounds (bounds.mjs), or a
// commit subject is too long.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../../../.dependency-cruiser.mjs';
import { outOfBounds } from './bounds.mjs';
import { LONGEST_SUBJECT, longSubjects } from './commit-subjects.mjs';
import { cyclesIn } from './cycles.mjs';
import { dialectIn } from './dialect.mjs';

const SMALL = 15;
const { list: isListed } = parseArgs({ options: { list: { type: 'boolean' } } }).values;

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.|\/testing\//.test(path));
const sources = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const linesOf = ({ text }) => text.split('\n').length - 1;
const lengths = sources.map(linesOf).toSorted((a, b) => a - b);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const percentile = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))];

const inPackage = (path) => /^(?:apps|libs)\/[^/]+\/src\//.exec(path)?.[0];
const { output } = await cruise(
  paths.filter(inPackage),
  { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true },
  {},
  { tsConfig: extractTSConfig(rules.options.tsConfig.fileName) },
);
const shipped = new Set(paths);
const texts = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
/** dependency-cruiser knows no lines. */
const lineOf = (path, specifier) => texts.get(path).findIndex((line) => line.includes(`'${specifier}'`)) + 1;
const imports = output.modules
  .filter(({ source }) => shipped.has(source))
  .flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => shipped.has(resolved) && inPackage(resolved) === inPackage(source))
      .map(({ resolved, module }) => ({ from: source, to: resolved, line: lineOf(source, module) })),
  );
const cycles = cyclesIn(imports);
const againstLayers = output.summary.violations.filter(
  ({ rule, from }) => rule.name !== 'folder-cycle' && shipped.has(from),
);
const dialect = sources.flatMap(({ path, text }) => dialectIn(path, text));

if (isListed) {
  const MOST = 6;
  for (const { folder, entries, steps } of cycles) {
    console.error(`\ncycle in ${folder}: ${[...entries, entries[0]].join(' → ')}`);
    for (const { from, to, imports: made } of steps) {
      console.error(`  ${from} → ${to}: ${made.length} import${made.length === 1 ? '' : 's'}`);
      for (const { from: path, line, to: target } of made.slice(0, MOST))
        console.error(`    ${path}:${line} imports ${target}`);
    }
  }
  for (const { rule, from, to } of againstLayers) console.error(`\n${rule.name}: ${from} imports ${to}`);
  console.error('');
  for (const { path, line, word } of dialect) console.error(`${path}:${line} ${word}`);
}
const perPackage = Object.fromEntries(
  Object.entries(Object.groupBy(cycles, ({ folder }) => folder.split('/').slice(0, 2).join('/'))).map(([name, of]) => [
    name,
    of.length,
  ]),
);
const measures = {
  files: paths.length,
  lines: sum(lengths),
  median: percentile(0.5),
  p90: percentile(0.9),
  max: lengths.at(-1),
  under15: lengths.filter((length) => length < SMALL).length,
  cycles: cycles.length,
  dialect: dialect.length,
  linesWithoutWeb: sum(sources.filter(({ path }) => !path.startsWith('apps/web/')).map(linesOf)),
  againstLayers: againstLayers.length,
};
console.log(JSON.stringify({ ...measures, cyclesOf: perPackage }));
const subjects = longSubjects('.');
if (subjects === null) console.error('Commit subjects could not be checked: the history needed is not here.');
const faults = [
  ...outOfBounds(measures),
  ...(subjects ?? []).map((commit) => `commit subject longer than ${LONGEST_SUBJECT} characters: ${commit}`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
