import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { RecordedGames } from './support/recorded-games.js';

/** How long it takes is judged by `npm run perf -- reconnect many-players`. */
describe('many phones that lose their connection at the same moment', () => {
  let product: Product;
  const started: RecordedGames[] = [];

  beforeAll(async () => {
    product = await startProduct({ env: RAISED_LIMITS });
  });
  afterEach(() => {
    for (const games of started.splice(0)) games.close();
  });
  afterAll(() => product?.stop());

  it.each([
    ['in many games', { games: 10, players: 9 }],
    ['in one large game', { games: 1, players: 119 }],
  ])('%s all resume without a snapshot, and other games go on', async (_, shape) => {
    const games = await RecordedGames.start({ urls: [product.url], ...shape });
    const others = await RecordedGames.start({ urls: [product.url], games: 2 });
    started.push(games, others);
    const before = { resumes: games.count('resumes'), snapshots: games.count('snapshots') };
    expect(games.clients.cut(1)).toBe(games.clients.records.length);
    await others.goOn();
    await games.goOn();
    expect(games.count('resumes')).toBe(before.resumes + games.clients.records.length);
    expect(games.count('snapshots')).toBe(before.snapshots);
    for (const each of [games, others]) {
      await each.end();
      expect(each.session.tally).toMatchObject({ unseen: 0, foreign: 0, stuck: [] });
    }
  });
});
