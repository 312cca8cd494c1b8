import { Missing } from '../load/layout.js';
import type { ScenarioRun } from './options.js';

/**
 * Plays one after the other and resolves with the names of those that failed. One that throws has failed, too, and the next is
 * played; what is missing is missing for all of them, and rejects.
 */
export async function failuresOf(
  runs: readonly ScenarioRun[],
  play: (run: ScenarioRun) => Promise<boolean>,
  signal: AbortSignal,
): Promise<string[]> {
  const failed: string[] = [];
  for (const run of runs) {
    if (signal.aborted) break;
    const hasPassed = await play(run).catch((error: unknown) => {
      if (error instanceof Missing) throw error;
      console.error(`${run.scenario}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    });
    if (!hasPassed) failed.push(run.scenario);
  }
  return failed;
}
