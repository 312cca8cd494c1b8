import { onShard, since } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';

@Injectable()
export class SinceHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(
      onShard(since, shard),
      ({ gameId, kind, logId, version }) =>
        this.owner.read(gameId, (_, actor) => {
          const head = actor.shown.position.version;
          const items = logId === actor.shown.logId && version <= head ? itemsAfter(version) : undefined;
          if (!items) return { kind: 'tooOld' as const, logId: actor.shown.logId, version: head };
          return { kind: 'events' as const, logId, from: version + 1, items };

          function itemsAfter(last: number): string[] | undefined {
            return last === head ? [] : actor.shown.ring.after(last, kind);
          }
        }),
      { queue: null },
    );
  }
}
