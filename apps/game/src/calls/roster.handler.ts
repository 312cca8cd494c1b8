import { onShard, RefusedError, roster } from '@earworm/contracts';
import { rosterOf, shownPlayers } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';

@Injectable()
export class RosterHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(
      onShard(roster, shard),
      ({ actor, gameId, afterSeat, limit }) =>
        this.owner.read(gameId, (game) => {
          if (actor.userId !== game.moderatorId && !actor.isAdmin) throw new RefusedError('not-moderator');
          return { players: rosterOf(game, afterSeat, limit), total: shownPlayers(game).length };
        }),
      { queue: null },
    );
  }
}
