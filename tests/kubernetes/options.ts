import { parseArgs } from 'node:util';

export interface Options {
  /** Installation, `helm test` and one deleted pod; no time is judged. */
  readonly short: boolean;
  /** The commit that stands for the previous release. */
  readonly from: string;
  /** Nothing is removed at the end. */
  readonly keep: boolean;
  /** Of a release that is installed and stays: it is played on as it is, without an upgrade. Default: one is installed. */
  readonly namespace: string | null;
}

/** Change it with each release. There is none yet: the commit that gave every service its own NATS user, as the chart does. */
const PREVIOUS_RELEASE = 'adf76f1';

export function readOptions(argv: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      short: flag,
      keep: flag,
      namespace: { type: 'string' },
      from: { type: 'string', default: PREVIOUS_RELEASE },
    },
  });
  return { ...values, namespace: values.namespace ?? null };
}
