import { FAULTS } from './findings.js';
import type { RunResult } from './run.js';

/** Of the games whose owner was killed, 99 of 100 go on within this, ms. */
export const PAUSE_P99_MAX_MS = 2_000;

/** False when games whose owner was killed stood still for too long. */
export const isSwift = ({ pauseP99Ms }: Pick<RunResult, 'pauseP99Ms'>): boolean =>
  pauseP99Ms === null || pauseP99Ms <= PAUSE_P99_MAX_MS;

/** True when nothing was wrong, and something was tried. */
export const isSound = (result: RunResult): boolean =>
  FAULTS.every((fault) => result[fault] === 0) &&
  result.stuck === 0 &&
  result.crashes === 0 &&
  result.accepted > 0 &&
  result.troubles > 0;
