import { randomUUID } from 'node:crypto';
import { moveInGame, onShard, type RequestOf } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { systemClock } from '../room/clock.js';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';
import { replyOf } from './reply.js';

/** No request waits for it: the client asks again. */
const WITHIN_MS = 4_000;

@Injectable()
export class MoveInGameHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(onShard(moveInGame, shard), (request) => this.answer(request), { queue: null });
  }

  private answer({ gameId, from, to }: RequestOf<typeof moveInGame>) {
    return this.owner.answer(gameId, async (room) =>
      replyOf(
        await room.submit({
          giver: { userId: from, isAdmin: false, isServer: true },
          commandId: randomUUID(),
          command: { type: 'moveUser', from, to },
          pressedAt: systemClock.now(),
          deadline: systemClock.ticks() + WITHIN_MS,
        }),
      ),
    );
  }
}
