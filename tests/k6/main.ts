import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Missing, openLayout } from '../load/layout.js';
import { readOptions as readLoadOptions } from '../load/options.js';
import { stopOnSignals } from '../load/stop-on-signals.js';
import { findK6, type K6Run, NO_K6, runK6 } from './k6.js';
import { runInCluster } from './kubernetes.js';
import { type K6Options, readOptions, type ScenarioRun } from './options.js';
import { failuresOf } from './failures.js';

const hearSay = (text: string) => void process.stderr.write(text);
/** A signal ends the scenario that is played, and begins no other. */
const called = new AbortController();

async function runHere({ url, layout: kind }: K6Options, { scenario, parameters, out }: ScenarioRun) {
  const source = await findK6();
  if (source === null) throw new Missing(NO_K6);
  const layout = await openLayout(readLoadOptions(url === null ? ['--layout', kind] : ['--url', url]));
  const leaveSignals = stopOnSignals(async () => {
    called.abort();
    await layout.close();
  });
  try {
    const run: K6Run = { scenario, parameters, url: layout.urls[0] ?? '' };
    return await runK6(source, run, out, hearSay, called.signal);
  } finally {
    leaveSignals();
    await layout.close();
  }
}

/** Resolves with whether every threshold held. */
async function play(options: K6Options, run: ScenarioRun): Promise<boolean> {
  const out = resolve(run.out);
  await mkdir(out, { recursive: true });
  const { code, summary } =
    options.kubernetes === null
      ? await runHere(options, { ...run, out })
      : await runInCluster({ ...options, ...run, ...options.kubernetes, out }, hearSay);
  if (summary === null) throw new Error(`k6 ended with ${code} before it had a result.`);
  console.log(JSON.stringify({ ...summary, out }));
  return code === 0 && summary.passed;
}

async function main(options: K6Options): Promise<number> {
  const failed = await failuresOf(options.runs, (run) => play(options, run), called.signal);
  if (options.runs.length > 1)
    console.log(
      failed.length === 0
        ? `All ${options.runs.length} scenarios passed.`
        : `${failed.length} of ${options.runs.length} scenarios failed: ${failed.join(', ')}`,
    );
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Missing ? 2 : 1;
}
