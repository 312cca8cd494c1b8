import { joinInfo, onShard } from '@earworm/contracts';
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
        this.owner.readPublicInfo(gameId, ({ hasInactive, next, ...shown }) => ({
          ...shown,
          ...(next === null ? {} : { next }),
          rejoin: name !== undefined && hasInactive(name),
        })),
      { queue: null },
    );
  }
}
