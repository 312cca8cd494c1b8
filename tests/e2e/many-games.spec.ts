import { describe, expect } from '@jest/globals';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { LoadSession } from '../load/session.js';
import { signedIn } from './support/members.js';
import { testOn, useProduct } from './support/test.js';

const GAMES = 60;

// Counts all games of a server.
const test = testOn(useProduct({ env: { ...ADMIN_ENV, ...RAISED_LIMITS } }));

describe('live operations with many games', () => {
  test(`lists ${GAMES} games that are played, draws only those in view and shows their last actions`, async ({
    product,
    arrive,
  }) => {
    const shape = { games: GAMES, players: 2, rate: 10, seconds: 60, warmUp: 0 };
    const session = new LoadSession([product.url], shape);
    await session.open();
    session.play();
    try {
      const admin = await arrive('Admin', {
        viewport: { width: 1280, height: 800 },
        signedInAs: await signedIn(product.url, FIRST_ADMIN),
      });
      await admin.page.goto('/admin/operations');
      await admin.sees(`${GAMES} open games`);
      await admin.sees(/buzzed, /);
      expect(await admin.page.getByRole('link', { name: /^Observe .* \(read-only\)$/ }).count()).toBeLessThan(40);
    } finally {
      await session.finish();
      session.close();
    }
  });
});
