import { randomUUID } from 'node:crypto';
import {
  type GameId,
  gameTimeline,
  joinInfo,
  namesOfStaff,
  onShard,
  RefusedError,
  type RequestOf,
  shardOf,
  type ShowId,
  type UserId,
} from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const GAME = 'game-1' as GameId;
const SHOW = randomUUID() as ShowId;
const [OLGA, MONA] = ['olga', 'mona'] as [UserId, UserId];
const ROWS = [
  { version: 1, type: 'gameStarted', at: 1, user: MONA },
  { version: 2, type: 'gamePaused', at: 2, user: OLGA },
  { version: 3, type: 'gameResumed', at: 3, user: OLGA },
  { version: 4, type: 'owned', at: 4, user: null },
];

describe('the timeline of a game', () => {
  let gateway: RunningGateway;
  let showId: ShowId | undefined;
  let isDown: boolean;
  let asked: RequestOf<typeof namesOfStaff>[];

  beforeEach(async () => {
    gateway = await runGateway();
    [showId, isDown, asked] = [SHOW, false, []];
    const { bus } = gateway;
    bus.serve(onShard(gameTimeline, shardOf(GAME)), () => ({ rows: ROWS, next: null }), { queue: null });
    bus.serve(
      onShard(joinInfo, shardOf(GAME)),
      () => ({
        ...{ gameId: GAME, gameCode: 'ABCDEF', status: 'playing' as const, moderatorName: 'Room 1' },
        ...{ moderatorLeft: false, playerCount: 0, rejoin: false, ...(showId && { showId, room: 'Room 1' }) },
      }),
      { queue: null },
    );
    bus.serve(namesOfStaff, (request) => {
      asked.push(request);
      if (isDown) throw new RefusedError('unavailable');
      return { staff: [{ userId: OLGA, name: 'Olga' }] };
    });
  });
  afterEach(() => gateway.close());

  const read = async () => (await requestJson(gateway, `/api/games/${GAME}/timeline`, { as: 'mona' }))[1] as unknown;

  it('names the staff of the event whose acts it tells', async () => {
    expect(await read()).toEqual({ rows: ROWS, next: null, staff: [{ userId: OLGA, name: 'Olga' }] });
    expect(asked).toEqual([{ showId: SHOW, userIds: [MONA, OLGA] }]);
  });

  it('names no one in a game of no event, and asks no service for it', async () => {
    showId = undefined;
    expect(await read()).toEqual({ rows: ROWS, next: null, staff: [] });
    expect(asked).toEqual([]);
  });

  it('answers without the names while the shows service is unavailable', async () => {
    isDown = true;
    expect(await read()).toEqual({ rows: ROWS, next: null, staff: [] });
  });
});
