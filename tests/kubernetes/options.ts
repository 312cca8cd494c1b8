import { parseArgs } from 'node:util';

export interface Options {
  /** Installation, `helm test` and one deleted pod; no time is judged. */
  readonly short: boolean;
  /** The commit that stands for the previous release. */
  readonly from: string;
  /** Nothing is removed at the end. */
  readonly keep: boolean;
}

/** Change it with each release. There is none yet: the last commit before the images and the chart. */
const PREVIOUS_RELEASE = '04225b3';

export function readOptions(argv: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: { short: flag, keep: flag, from: { type: 'string', default: PREVIOUS_RELEASE } },
  });
  return values;
}
