import { FAULTS } from './findings.js';
import type { RunResult } from './run.js';

/** True when nothing was wrong, and something was tried. */
export const isSound = (result: RunResult): boolean =>
  FAULTS.every((fault) => result[fault] === 0) &&
  result.stuck === 0 &&
  result.crashes === 0 &&
  result.accepted > 0 &&
  result.troubles > 0;
