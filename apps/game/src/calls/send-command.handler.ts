import { onShard, sendCommand, type RequestOf } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { systemClock } from '../room/clock.js';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';
import { replyOf } from './reply.js';

/** A press counts from when the gateway received it, but from no earlier than this. */
const WAITED_MAX_MS = 4_000;

@Injectable()
export class SendCommandHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  serve(shard: number) {
    return this.bus.serve(onShard(sendCommand, shard), (request) => this.answer(request), { queue: null });
  }

  private answer(request: RequestOf<typeof sendCommand>) {
    const { gameId, actor, commandId, command, deadlineMs, waitedMs, device } = request;
    return this.owner.answer(gameId, async (room) =>
      replyOf(
        await room.submit({
          giver: actor,
          commandId,
          command,
          device,
          pressedAt: systemClock.now() - Math.round(Math.min(waitedMs, WAITED_MAX_MS)),
          deadline: systemClock.ticks() + deadlineMs,
        }),
      ),
    );
  }
}
