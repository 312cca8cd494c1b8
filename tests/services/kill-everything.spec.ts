import { afterEach, describe, it } from '@jest/globals';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { processTree, signalAll } from '../harness/process-tree.js';
import { lastingPort } from '../harness/ports.js';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { RecordedGames } from './support/recorded-games.js';

describe('standalone process killed while games are played', () => {
  const products: Product[] = [];
  let games: RecordedGames;

  afterEach(async () => {
    games?.close();
    for (const product of products.splice(0).reverse()) await product.stop();
  });

  const start = async (port: number, dataDir?: string) => {
    const product = await startProduct({ port, env: RAISED_LIMITS, ...(dataDir === undefined ? {} : { dataDir }) });
    products.push(product);
    return product;
  };
  const survives = async (kill: (product: Product) => Promise<unknown>) => {
    const port = await lastingPort();
    const first = await start(port);
    games = await RecordedGames.start({ urls: [first.url], games: 6, players: 5, rate: 80 });
    await kill(first);
    const second = await start(port, first.dataDir);
    await games.goOn();
    await games.end();
    await second.stop();
    const postgres = await startEmbeddedPostgres({ dir: first.dataDir });
    await games.expectNoFault(postgres.url).finally(() => postgres.stop());
  };

  it('players go on without reloading, and every answered command is in the log once', async () => {
    await survives((product) => product.kill());
  });

  it('players go on without reloading when the database is killed with it', async () => {
    await survives(async (product) => {
      signalAll(await processTree(product.pid), 'SIGKILL');
      await product.exited;
    });
  });
});
