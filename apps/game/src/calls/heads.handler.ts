import { heads, shardOf, type RequestOf } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { Handles } from '@earworm/service-kit/bootstrap';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { headsOf } from '../log/read.js';
import { Owner } from '../shards/owner.js';

/** Games claimed at once because a gateway asked for their heads. */
const CLAIMS_AT_ONCE = 16;

@Injectable()
export class HeadsHandler {
  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
  ) {}

  @Handles(heads)
  async heads({ gameIds: asked }: RequestOf<typeof heads>, number: number) {
    const shard = this.owner.shards.get(number);
    const gameIds = asked.filter((gameId) => shardOf(gameId) === number);
    const strangers = gameIds.filter((gameId) => !this.owner.inMemory(gameId)?.isLive);
    const stored = strangers.length > 0 ? await headsOf(this.database, strangers) : [];
    if (!shard || !this.owner.speaksFor(shard)) return undefined;
    const known: [GameId, string, number][] = [];
    for (const gameId of gameIds) {
      const actor = this.owner.inMemory(gameId);
      if (actor?.isLive && actor.shown.logId) known.push([gameId, actor.shown.logId, actor.shown.position.version]);
    }
    const live = new Set(known.map(([gameId]) => gameId));
    for (const { gameId, logId, version } of stored)
      if (!live.has(gameId as GameId)) known.push([gameId as GameId, logId, version]);
    // Somebody watches these games: claiming them now shuts out what an owner before may still have in flight.
    void mapConcurrently(CLAIMS_AT_ONCE, stored, ({ gameId }) =>
      this.owner.read(gameId as GameId, () => true).catch(() => undefined),
    );
    return { epoch: shard.epoch, heads: known };
  }
}
