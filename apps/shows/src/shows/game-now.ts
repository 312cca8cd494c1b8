import { joinInfo } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';

/** Games of a room that follow one another. */
const GAMES_MOST = 50;

/** From the first game of a room to the last one so far. */
export async function gamesFrom(bus: Bus, first: GameId): Promise<readonly [GameId, ...GameId[]]> {
  const games: [GameId, ...GameId[]] = [first];
  for (let gameId = first; games.length < GAMES_MOST; games.push(gameId)) {
    const { next } = await callShard(bus, joinInfo, gameId, { gameId });
    if (next === undefined) break;
    gameId = next;
  }
  return games;
}

/** The last of the games that followed one another in a room. */
export const gameNow = async (bus: Bus, first: GameId): Promise<GameId> =>
  (await gamesFrom(bus, first)).at(-1) ?? first;
