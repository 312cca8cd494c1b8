import { GameId, UserId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { shardOf } from '@earworm/contracts';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';
import { ViewsHandler } from './views.handler.js';

const GAME = GameId.parse('game-1');
const actor = (userId: string) => ({ userId: UserId.parse(userId), isAdmin: false });

describe('the key of the stage', () => {
  it('comes from no replica that has lost the game, because it cannot tell who the moderator is', async () => {
    const { owner, give } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(400));
    // Never connected: a query would throw.
    const views = new ViewsHandler(owner, new DataSource({ type: 'postgres' }));
    await expect(views.stageKey({ actor: actor('eve'), gameId: GAME })).rejects.toMatchObject({
      code: 'not-moderator',
    });
    owner.lost([shardOf(GAME)]);
    expect(await views.stageKey({ actor: actor('eve'), gameId: GAME })).toBeUndefined();
  });
});

describe('snapshots for many players', () => {
  it('show one view with the seat of each user, as single snapshots do', async () => {
    const { owner, give } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(400));
    await give(GAME, 'ann', { type: 'joinGame', name: 'Ann' });
    const views = new ViewsHandler(owner, new DataSource({ type: 'postgres' }));
    const userIds = ['ann', 'eve'].map((id) => UserId.parse(id));
    const all = await views.playerSnapshots({ gameId: GAME, userIds });
    const single = await Promise.all(userIds.map((userId) => views.snapshot({ gameId: GAME, kind: 'player', userId })));
    expect(all?.seats).toEqual(single.map((each) => each?.seat));
    expect(all?.seats[1]).toBe('null');
    expect([all?.view, all?.version, all?.logId]).toEqual([single[0]?.view, single[0]?.version, single[0]?.logId]);
  });
});
