import { Crowd } from './crowd.js';
import { measure } from './measure.js';

/** Everybody of `--games` × `--players` signs in as a guest, connects and joins, `--door` of them at the same time. */
await measure({ games: 100, players: 20, door: 2_000 }, async (urls, { games, players, door }) => {
  const crowd = new Crowd({ urls, games, players, rate: 1, seconds: 1, atTheDoor: door });
  try {
    // Whoever is refused ends this with what they were told.
    return { guests: games * players, ...(await crowd.open()) };
  } finally {
    await crowd.close();
  }
});
