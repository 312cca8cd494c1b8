import { parseArgs } from 'node:util';

export interface Options {
  /** Installation, `helm test` and one deleted pod; no time is judged. */
  readonly short: boolean;
  /** The commit that stands for the previous release. */
  readonly from: string;
  /** Of existing images; null: they are built. */
  readonly tag: string | null;
  readonly fromTag: string | null;
  /** Nothing is removed at the end. */
  readonly keep: boolean;
  /** Of a release that is installed and stays: it is played on as it is, without an upgrade. Default: one is installed. */
  readonly namespace: string | null;
}

/** Change it with each release. There is none yet: a commit with all services and the `RULES` of today. */
const PREVIOUS_RELEASE = '6ad9f7ac';

export function readOptions(argv: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      short: flag,
      keep: flag,
      namespace: text,
      tag: text,
      'from-tag': text,
      from: { type: 'string', default: PREVIOUS_RELEASE },
    },
  });
  return {
    ...values,
    tag: values.tag ?? null,
    fromTag: values['from-tag'] ?? null,
    namespace: values.namespace ?? null,
  };
}
