import { onShard } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';
import { admitOn } from './admit-on.js';

@Injectable()
export class AdmitOnHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(onShard(admitOn, shard), ({ gameId }) => this.owner.admit(gameId) && {}, { queue: null });
  }
}
