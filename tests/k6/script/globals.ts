import exec from 'k6/execution';

/** What the code shared with Node and browsers expects and k6 does not have; the bundle uses these in their place. */

let instance: typeof exec.instance | undefined;
/** ms since the start of the run, with fractions, the same in all VUs. */
export const performance = { now: (): number => (instance ??= exec.instance).currentTestRunDuration };

/** Requests of k6 have a time limit instead. */
export class AbortController {
  readonly signal = undefined;
  abort(): void {
    return;
  }
}
