import { type GameId, UserId } from '@earworm/rules';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { describe, expect, it } from '@jest/globals';
import { boardOf } from './games.js';

const GAME = 'game-1' as GameId;
const MODERATOR = UserId.parse('11111111-1111-4111-8111-111111111111');
const PAUSE_MS = 250;

/** A game service that fails so many times. */
function busThatFails(reason: BusError['reason'], times: number) {
  const askedAt: number[] = [];
  const call = async () => {
    askedAt.push(performance.now());
    if (askedAt.length <= times) throw new BusError(reason);
    return { moderatorId: MODERATOR, view: '{}' };
  };
  return { askedAt, bus: { call } as unknown as Bus };
}

describe('request for the board of a game', () => {
  it('retries after a pause when no replica owns the shard yet', async () => {
    const { bus, askedAt } = busThatFails('no-responders', 1);
    expect(await boardOf(bus, GAME, { userId: MODERATOR })).toMatchObject({ moderatorId: MODERATOR });
    const [first, second] = askedAt as [number, number];
    // A timer may be up to a millisecond early.
    expect(second - first).toBeGreaterThan(PAUSE_MS - 2);
  });

  it.each([3, 4])('makes at most four attempts: with %d failures', async (failures) => {
    const { bus, askedAt } = busThatFails('time-out', failures);
    const board = boardOf(bus, GAME, { userId: MODERATOR });
    if (failures < 4) expect(await board).toMatchObject({ moderatorId: MODERATOR });
    else await expect(board).rejects.toMatchObject({ code: 'unavailable' });
    expect(askedAt).toHaveLength(4);
  });
});
