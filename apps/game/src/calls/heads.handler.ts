import { heads, shardOf, type RequestOf } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { Handles } from '@earworm/service-kit/bootstrap';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { headsOf } from '../log/read.js';
import { Owner } from '../shards/owner.js';

/** Games that one call claims at the same time. */
const CLAIMS_AT_ONCE = 16;

@Injectable()
export class HeadsHandler {
  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
  ) {}

  @Handles(heads)
  async heads(request: RequestOf<typeof heads>, number: number) {
    const shard = this.owner.shards.get(number);
    const gameIds = request.gameIds.filter((gameId) => shardOf(gameId) === number);
    const notLive = gameIds.filter((gameId) => !this.owner.inMemory(gameId)?.isLive);
    const stored = notLive.length > 0 ? await headsOf(this.database, notLive) : [];
    if (!shard || !this.owner.owns(shard)) return undefined;
    const known = new Map<GameId, [GameId, string, number]>();
    for (const gameId of gameIds) {
      const actor = this.owner.inMemory(gameId);
      if (!actor?.isLive) continue;
      const { logId, version } = actor.committed;
      if (logId) known.set(gameId, [gameId, logId, version]);
    }
    for (const { gameId, logId, version } of stored) {
      const id = gameId as GameId;
      if (!known.has(id)) known.set(id, [id, logId, version]);
    }
    // These games have sockets: a claim fences off what the last owner may have in flight.
    void mapConcurrently(CLAIMS_AT_ONCE, stored, ({ gameId }) =>
      this.owner.read(gameId as GameId, () => true).catch(() => undefined),
    );
    return { epoch: shard.epoch, heads: [...known.values()] };
  }
}
