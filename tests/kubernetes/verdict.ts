import { percentile } from '../load/percentiles.js';
import type { PlayResult } from './play.js';

/** One line of JSON. */
export interface RunResult {
  /** From nothing to a played game, with the images present; null for a release that was there. */
  readonly installS: number | null;
  /** Whether `helm test` played a game. */
  readonly helmTest: boolean;
  /** Pods that were deleted while games were played. */
  readonly killed: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** The longest wait of any client during a disruption. */
  readonly worstPauseMs: number;
  /** Of the longest wait in each game at each of these things. */
  readonly pauseP99Ms: number;
  readonly reloads: number;
}

const INSTALL_MAX_S = 180;
const PAUSE_MAX_MS = 2_000;

export function resultOf(
  run: Pick<RunResult, 'installS' | 'helmTest' | 'killed'>,
  { acknowledged, lost, doubled, reloads, pauses }: PlayResult,
): RunResult {
  const times = pauses.map(({ ms }) => ms);
  return {
    ...run,
    ...{ acknowledged, lost, doubled },
    worstPauseMs: Math.max(0, ...times),
    pauseP99Ms: percentile(times, 0.99) || 0,
    reloads,
  };
}

/** What the run has shown to be wrong; `isTimed`: times are judged too. */
export function shortcomingsOf(result: RunResult, faults: readonly string[], isTimed: boolean): string[] {
  const found = [...faults];
  if (!result.helmTest) found.push('helm test did not play a game');
  if (result.killed === 0) found.push('no pod was deleted');
  if (result.acknowledged === 0) found.push('no command was acknowledged');
  if (result.lost > 0) found.push(`${result.lost} acknowledged commands are lost`);
  if (result.doubled > 0) found.push(`${result.doubled} commands took effect twice`);
  if (result.reloads > 0) found.push(`pages were loaded ${result.reloads} times more`);
  if (!isTimed) return found;
  if (result.installS !== null && result.installS > INSTALL_MAX_S)
    found.push(`from nothing to a played game took more than ${INSTALL_MAX_S} s`);
  if (result.worstPauseMs >= PAUSE_MAX_MS) found.push(`a client waited for ${PAUSE_MAX_MS} ms or longer`);
  return found;
}
