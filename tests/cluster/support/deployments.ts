import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { Services } from '../../harness/services.js';
import { nats } from './describe-with-nats.js';

/** The product in one of the ways in which it can be run. */
export interface Deployment {
  /** Where the moderator and the players connect; two with two gateways. */
  readonly urls: readonly string[];
  /** Every whole line printed so far. */
  lines(): readonly string[];
  stop(): Promise<unknown>;
}
type Deploy = (env: NodeJS.ProcessEnv) => Promise<Deployment>;

async function oneProcess(env: NodeJS.ProcessEnv): Promise<Deployment> {
  const product = await startProduct({ env: { ...RAISED_LIMITS, ...env } });
  return {
    urls: [product.url],
    lines: () => product.output.split('\n').slice(0, -1),
    stop: () => product.stop(),
  };
}

async function separateServices(env: NodeJS.ProcessEnv): Promise<Deployment> {
  if (!nats) throw new Error('needs NATS');
  const services = await Services.start({ nats, gateways: 2, env });
  return { urls: services.urls, lines: () => services.lines, stop: () => services.close() };
}

/** For `describe.each`: the way's name and how to start it. Without NATS only the standalone process. */
export const DEPLOYMENTS: readonly (readonly [string, Deploy])[] = [
  ['the standalone process', oneProcess],
  ...(nats ? [['separate services', separateServices] as const] : []),
];
