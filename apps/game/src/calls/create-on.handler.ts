import { contentBytes, onShard, type RequestOf } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../room/actor.js';
import { systemClock } from '../room/clock.js';
import { HEAP_BYTES_PER_CHARACTER } from '../room/footprint.js';
import { Owner, type ShardHandler } from '../shards/owner.js';
import { BUS } from '../tokens.js';
import { createOn } from './create-on.js';
import { replyOf } from './reply.js';

@Injectable()
export class CreateOnHandler implements ShardHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Owner) private readonly owner: Owner,
  ) {}

  /** Outside of any request: the owner works on many games together. */
  private readonly outside = AsyncLocalStorage.snapshot();

  /** As the call, when this replica owns the game. Undefined, when it does not or lost it meanwhile: then the owner is asked. */
  answerHere(request: RequestOf<typeof createOn>): Promise<{ version: number } | undefined> {
    return this.outside(() => this.answer(request));
  }

  serve(shard: number) {
    return this.bus.serve(onShard(createOn, shard), (request) => this.answer(request), { queue: null });
  }

  private answer({ gameId, actor, commandId, command, deadlineMs }: RequestOf<typeof createOn>) {
    const create = async (room: Actor) =>
      replyOf(
        await room.submit({
          giver: actor,
          commandId,
          command,
          pressedAt: systemClock.now(),
          deadline: systemClock.ticks() + deadlineMs,
        }),
      );
    return this.owner.answer(gameId, create, contentBytes(command.categories) * HEAP_BYTES_PER_CHARACTER);
  }
}
