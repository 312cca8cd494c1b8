import { embeddedDatabaseUrl } from '../../e2e/support/database.js';
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
  /** A superuser's. */
  readonly databaseUrl: string;
  /** Of the database and the bus, as far as they are known here. */
  readonly passwords: readonly string[];
  stop(): Promise<unknown>;
}
type Deploy = (env: NodeJS.ProcessEnv) => Promise<Deployment>;

const standalone =
  (cores: number) =>
  async (env: NodeJS.ProcessEnv): Promise<Deployment> => {
    const product = await startProduct({ env: { ...RAISED_LIMITS, ...env }, args: ['--cores', String(cores)] });
    const databaseUrl = await embeddedDatabaseUrl(product);
    return {
      urls: [product.url],
      databaseUrl,
      passwords: passwordsIn(databaseUrl),
      lines: () => product.output.split('\n').slice(0, -1),
      stop: () => product.stop(),
    };
  };

async function separateServices(env: NodeJS.ProcessEnv): Promise<Deployment> {
  if (!nats) throw new Error('needs NATS');
  const services = await Services.start({ nats, everything: true, gateways: 2, env });
  const { adminUrl: databaseUrl, urls } = services.database;
  return {
    urls: services.urls,
    databaseUrl,
    passwords: passwordsIn(databaseUrl, ...services.busUrls, ...Object.values(urls)),
    lines: () => services.lines,
    stop: () => services.close(),
  };
}

const passwordsIn = (...urls: readonly string[]): string[] =>
  urls.map((url) => new URL(url).password).filter((password) => password !== '');

/** For `describe.each`: the way's name and how to start it. Without NATS only `npm start`. */
export const DEPLOYMENTS: readonly (readonly [string, Deploy])[] = [
  ['the standalone process', standalone(1)],
  ['the standalone process with two gateways', standalone(2)],
  ...(nats ? [['separate services', separateServices] as const] : []),
];
