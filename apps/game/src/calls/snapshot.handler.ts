import { onShard, snapshot } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { systemClock } from '../room/clock.js';
import { seatText } from '../room/views.js';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';

@Injectable()
export class SnapshotHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(
      onShard(snapshot, shard),
      ({ gameId, kind, userId }) =>
        this.owner.read(gameId, (game, actor) => ({
          logId: actor.shown.logId,
          version: actor.shown.position.version,
          now: systemClock.now(),
          moderatorId: game.moderatorId,
          view: actor.shown.views.of(actor.shown.position, game, kind),
          seat: seatText(game, userId),
        })),
      { queue: null },
    );
  }
}
