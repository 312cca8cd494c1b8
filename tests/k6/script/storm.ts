import { pause, playGames, playOn } from './play.js';
import { settings } from './settings.js';
import { share } from './share.js';
import type { CuttableSocket } from './socket.js';

const { everySeconds = 0, seatingSeconds = 0, storms = 0 } = settings.parameters;
/** A socket that has not reconnected by then will not. */
const GIVEN_UP_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 500;

/** In time of the run, so that the games beside the storm know it as well. */
const stormAt = (storm: number) => (seatingSeconds + storm * everySeconds) * 1_000;

/** Loses all its sockets at once, several times. */
export function reconnecting(): Promise<void> {
  const { games = 0, players = 0, vus = 1 } = settings.parameters;
  const open = new Set<CuttableSocket>();
  return playGames(
    { games: share(games, vus), players, rate: 1, seconds: 1, warmUp: 0 },
    {
      onSocket: (socket) => open.add(socket),
      during: async (session) => {
        if (performance.now() > stormAt(0)) throw new Error('seating took longer than seatingSeconds');
        const away = () =>
          session.games.reduce((sum, game) => sum + game.connections.sockets - game.connections.online, 0);
        for (let storm = 0; storm < storms; storm++) {
          await pause(stormAt(storm) - performance.now());
          const cut = [...open];
          open.clear();
          for (const socket of cut) socket.cut();
          const until = performance.now() + GIVEN_UP_AFTER_MS;
          do await pause(LOOK_EVERY_MS);
          while (away() > 0 && performance.now() < until);
          if (away() > 0) throw new Error(`${away()} sockets did not come back`);
        }
      },
    },
  );
}

/** Plays beside the storm; buzzes until all have reconnected count as its time. */
export function besideStorm(): Promise<void> {
  const { otherGames = 0, otherPlayers = 0, otherRate = 0, backWithinMs = 0 } = settings.parameters;
  const seconds = stormAt(storms) / 1_000;
  const isStorm = (now: number) =>
    Array.from({ length: storms }, (_, storm) => now - stormAt(storm)).some(
      (since) => since > 0 && since < backWithinMs,
    );
  return playGames(
    { games: otherGames, players: otherPlayers, rate: otherRate, seconds, warmUp: 0 },
    {
      tags: () => ({ phase: isStorm(performance.now()) ? 'storm' : 'calm' }),
      during: (session) => playOn(session, 0, seconds - performance.now() / 1_000),
    },
  );
}
