import { parseArgs } from 'node:util';

export interface AttackOptions {
  /** Of a product that runs already, on this machine and with TRUSTED_PROXIES=loopback; otherwise one is started. */
  readonly url: string | null;
  /** Nothing but the result is printed. */
  readonly json: boolean;
  /** A sample of what is tried, within a minute. */
  readonly short: boolean;
}

export function readOptions(argv: readonly string[]): AttackOptions {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: { url: { type: 'string' }, json: flag, short: flag },
  });
  if (values.url !== undefined && !URL.canParse(values.url))
    throw new Error('--url is an address such as http://localhost:3000.');
  return { url: values.url?.replace(/\/$/, '') ?? null, json: values.json, short: values.short };
}
