import { findByCode, type GameId, joinInfo, onShard, shardOf } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const CODE = 'RMCDE2';

describe('the code of a room', () => {
  let gateway: RunningGateway;
  let lookUps: number;
  /** Which game follows each one. */
  const next = new Map<GameId, GameId>();

  const serveGame = (gameId: GameId) =>
    gateway.bus.serve(
      onShard(joinInfo, shardOf(gameId)),
      () => ({
        ...{ gameId, gameCode: CODE, moderatorName: 'Room 7', moderatorLeft: false, playerCount: 0, rejoin: false },
        ...(next.has(gameId) ? { status: 'completed' as const, next: next.get(gameId) } : { status: 'setup' as const }),
      }),
      { queue: null },
    );
  const games = ['game-of-round-1', 'game-of-round-2', 'game-of-round-3'] as [GameId, GameId, GameId];

  beforeEach(async () => {
    next.clear();
    lookUps = 0;
    gateway = await runGateway();
    gateway.bus.serve(findByCode, () => {
      lookUps += 1;
      return { gameId: games[0] };
    });
    for (const game of games) serveGame(game);
  });
  afterEach(() => gateway.close());

  it('leads to the game that is played there now, also while the gateway remembers the first one', async () => {
    const found = async () => {
      const [status, body] = await requestJson(gateway, `/api/games/by-code/${CODE}`);
      return [status, (body as { gameId?: string }).gameId];
    };
    expect(await found()).toEqual([200, games[0]]);
    next.set(games[0], games[1]);
    expect(await found()).toEqual([200, games[1]]);
    next.set(games[1], games[2]);
    expect(await found()).toEqual([200, games[2]]);
    expect(lookUps).toBe(1);
  });
});
