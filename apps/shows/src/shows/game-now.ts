import { joinInfo, RefusedError } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';

/** Games of a room that follow one another. */
const GAMES_MOST = 50;

/** Of a game that a room refers to. */
export function nullIfErased(error: unknown): null {
  if (error instanceof RefusedError && error.code === 'game-not-found') return null;
  throw error;
}

const lookAt = (bus: Bus, gameId: GameId) => callShard(bus, joinInfo, gameId, { gameId });

/** From the first game of a room to the last one so far. One that was erased since ends them. */
export async function gamesFrom(bus: Bus, first: GameId): Promise<readonly [GameId, ...GameId[]]> {
  const games: [GameId, ...GameId[]] = [first];
  let { next } = await lookAt(bus, first);
  while (next !== undefined && games.length < GAMES_MOST) {
    const info = await lookAt(bus, next).catch(nullIfErased);
    if (info === null) break;
    games.push(next);
    next = info.next;
  }
  return games;
}

/** The last of the games that followed one another in a room. */
export const gameNow = async (bus: Bus, first: GameId): Promise<GameId> =>
  (await gamesFrom(bus, first)).at(-1) ?? first;
