import { joinInfo, RefusedError, roster, since, snapshot, stageKey, type RequestOf } from '@earworm/contracts';
import { rosterOf, shownPlayers } from '@earworm/rules';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { systemClock } from '../actor/clock.js';
import { seatText } from '../actor/committed-game.js';
import { stageKeyOf } from '../codes/stage-key.js';
import { Owner } from '../shards/owner.js';

/** Calls that read a game; answered by the owner of its shard. */
@Injectable()
export class ViewsHandler {
  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
  ) {}

  @Handles(snapshot)
  snapshot({ gameId, kind, userId }: RequestOf<typeof snapshot>) {
    return this.owner.read(gameId, (game, { committed }) => ({
      logId: committed.logId,
      version: committed.version,
      now: systemClock.now(),
      moderatorId: game.moderatorId,
      view: committed.view(game, kind),
      seat: seatText(game, userId),
    }));
  }

  @Handles(since)
  since({ gameId, kind, logId, version }: RequestOf<typeof since>) {
    return this.owner.read(gameId, (_, { committed }) => {
      const head = committed.version;
      const itemsAfter = (last: number) => (last === head ? [] : committed.ring.after(last, kind));
      const items = logId === committed.logId && version <= head ? itemsAfter(version) : undefined;
      if (!items) return { kind: 'tooOld' as const, logId: committed.logId, version: head };
      return { kind: 'events' as const, logId, from: version + 1, items };
    });
  }

  @Handles(joinInfo)
  joinInfo({ gameId, name }: RequestOf<typeof joinInfo>) {
    return this.owner.readPublicInfo(gameId, ({ hasInactive, next, ...info }) => ({
      ...info,
      ...(next === null ? {} : { next }),
      rejoin: name !== undefined && hasInactive(name),
    }));
  }

  @Handles(roster)
  roster({ actor, gameId, afterSeat, limit }: RequestOf<typeof roster>) {
    return this.owner.read(gameId, (game) => {
      if (actor.userId !== game.moderatorId && !actor.isAdmin) throw new RefusedError('not-moderator');
      return { players: rosterOf(game, afterSeat, limit), total: shownPlayers(game).length };
    });
  }

  @Handles(stageKey)
  async stageKey({ actor, gameId }: RequestOf<typeof stageKey>) {
    await this.owner.read(gameId, (game) => {
      if (actor.userId !== game.moderatorId) throw new RefusedError('not-moderator');
    });
    return { stageKey: await stageKeyOf(this.database, gameId) };
  }
}
