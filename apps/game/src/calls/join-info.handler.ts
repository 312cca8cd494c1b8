import { joinInfo, onShard } from '@earworm/contracts';
import { inactiveNamed } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';

@Injectable()
export class JoinInfoHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(
      onShard(joinInfo, shard),
      ({ gameId, name }) =>
        this.owner.read(gameId, (game) => ({
          gameId,
          gameCode: game.gameCode,
          status: game.status,
          moderatorName: game.moderatorName,
          moderatorLeft: game.moderatorLeft,
          playerCount: game.players.filter(({ isActive }) => isActive).length,
          rejoin: name !== undefined && inactiveNamed(game, name) !== null,
        })),
      { queue: null },
    );
  }
}
