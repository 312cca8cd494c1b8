import { parseArgs } from 'node:util';

export const name = 'affected-base';

/** Options of `nx affected` with which it looks at other files than those that differ from a base. */
const OTHER_FILES = ['all', 'files', 'head', 'uncommitted', 'untracked'];

/** Passes to the `test` target that it runs under `nx affected`, and with which base; nx itself passes neither. */
export function preTasksExecution(_options, { argv }) {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    options: { base: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const isAffected = positionals[0] === 'affected' && !OTHER_FILES.some((option) => option in values);
  // nx hands what is set here to the tasks. Always set: a task may run nx itself.
  process.env.AFFECTED_BASE = isAffected ? (values.base ?? 'default') : '';
}
