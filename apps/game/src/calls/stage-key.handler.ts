import { onShard, RefusedError, stageKey } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { stageKeyOf } from '../codes/stage-key.js';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';

@Injectable()
export class StageKeyHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve(shard: number) {
    return this.bus.serve(
      onShard(stageKey, shard),
      async ({ actor, gameId }) => {
        await this.owner.read(gameId, (game) => {
          if (actor.userId !== game.moderatorId) throw new RefusedError('not-moderator');
        });
        return { stageKey: await stageKeyOf(this.database, gameId) };
      },
      { queue: null },
    );
  }
}
