import {
  crewRights,
  gameStaffView,
  gameEvidence,
  gameTimeline,
  heads,
  joinInfo,
  playerSnapshots,
  playersOfGame,
  RefusedError,
  roster,
  shardOf,
  since,
  snapshot,
  stageKey,
  type RequestOf,
} from '@earworm/contracts';
import {
  type Game,
  type GameId,
  hasDesk,
  memberOf,
  playerOf,
  reviewed,
  rosterOf,
  staffViewOf,
  type ViewKind,
  visiblePlayers,
} from '@earworm/rules';
import { Handles } from '@earworm/service-kit/bootstrap';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { systemClock } from '../actor/clock.js';
import { type CommittedGame, seatText } from '../actor/committed-game.js';
import { readEvidence } from '../log/evidence.js';
import { readTimeline } from '../log/timeline.js';
import { stageKeyOf } from '../codes/codes.js';
import { headsOf } from '../log/read.js';
import { Owner } from '../shards/owner.js';

/** Games that one call claims at the same time. */
const CLAIMS_AT_ONCE = 16;

const viewAt = (game: Game, committed: CommittedGame, kind: ViewKind) => ({
  logId: committed.logId,
  version: committed.version,
  now: systemClock.now(),
  moderatorId: game.moderatorId,
  ...(game.crew && { crew: game.crew }),
  view: committed.view(game, kind),
});

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
      ...viewAt(game, committed, kind),
      seat: seatText(game, userId),
    }));
  }

  @Handles(playerSnapshots)
  playerSnapshots({ gameId, userIds }: RequestOf<typeof playerSnapshots>) {
    return this.owner.read(gameId, (game, { committed }) => ({
      ...viewAt(game, committed, 'player'),
      seats: userIds.map((userId) => seatText(game, userId)),
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
      if (memberOf(game, actor.userId) === null && !actor.isAdmin) throw new RefusedError('not-moderator');
      return { players: rosterOf(game, afterSeat, limit), total: visiblePlayers(game).length };
    });
  }

  @Handles(playersOfGame)
  players({ gameId, showId, playerIds, teams, seats }: RequestOf<typeof playersOfGame>) {
    return this.owner.read(gameId, (game) => {
      if (game.room?.showId !== showId) throw new RefusedError('not-allowed');
      const [ids, numbers, places] = [new Set(playerIds), new Set(teams), new Set(seats)];
      const teamsByNumber = new Map(game.teams?.map((team) => [team.number, team]));
      // A name that waits for a review here goes along to no other room.
      const found = visiblePlayers(reviewed(game, 'stage')).filter(
        ({ id, seat, team }) => ids.has(id) || places.has(seat) || (team !== undefined && numbers.has(team)),
      );
      return {
        players: found.map(({ id: playerId, seat, name, isActive, team }) => {
          const known = team === undefined ? undefined : teamsByNumber.get(team);
          return {
            ...{ playerId, seat, name, isActive },
            ...(team !== undefined && { team }),
            ...(known !== undefined && { teamName: known.name }),
            ...(known?.key !== undefined && { teamKey: known.key }),
          };
        }),
      };
    });
  }

  @Handles(gameStaffView)
  staffView({ gameId, roomId, userId }: RequestOf<typeof gameStaffView>) {
    return this.owner.read(gameId, (game) => {
      if (game.room?.roomId !== roomId) throw new RefusedError('not-allowed');
      // Who has left or was removed can return with what they saw.
      if (playerOf(game, userId) !== null) throw new RefusedError('operator-plays');
      return staffViewOf(game);
    });
  }

  @Handles(gameTimeline)
  async timeline({ actor, gameId, after }: RequestOf<typeof gameTimeline>) {
    const isAllowed = await this.owner.read(gameId, (game) => hasDesk(game, actor.userId));
    // The game could not be read here, so nothing was checked.
    if (isAllowed === undefined) return undefined;
    if (!isAllowed) throw new RefusedError('not-moderator');
    return readTimeline(this.database, gameId, after);
  }

  @Handles(gameEvidence)
  async evidence({ actor, gameId, after }: RequestOf<typeof gameEvidence>) {
    const isAllowed = await this.owner.read(gameId, (game) => hasDesk(game, actor.userId));
    // The game could not be read here, so nothing was checked.
    if (isAllowed === undefined) return undefined;
    if (!isAllowed) throw new RefusedError('not-moderator');
    return readEvidence(this.database, gameId, after);
  }

  @Handles(stageKey)
  async stageKey({ actor, gameId }: RequestOf<typeof stageKey>) {
    const maker = await this.owner.read(gameId, (game) => {
      if (!hasDesk(game, actor.userId)) throw new RefusedError('not-moderator');
      // Operators leave once they have helped, and the stage that they opened goes on.
      return memberOf(game, actor.userId)?.operator === true ? game.moderatorId : actor.userId;
    });
    // The game could not be read here, so nothing was checked.
    if (maker === undefined) return undefined;
    return { stageKey: await stageKeyOf(this.database, gameId, maker) };
  }

  @Handles(crewRights)
  crewRights({ gameId, userId }: RequestOf<typeof crewRights>) {
    return this.owner.read(gameId, (game) => {
      const { rights = [], suspended } = memberOf(game, userId) ?? {};
      return { rights: [...rights], isOwner: userId === game.moderatorId, isSuspended: suspended !== undefined };
    });
  }

  @Handles(heads)
  async heads(request: RequestOf<typeof heads>, number: number) {
    const shard = this.owner.shards.get(number);
    const gameIds = request.gameIds.filter((gameId) => shardOf(gameId) === number);
    const notLive = gameIds.filter((gameId) => !this.owner.inMemory(gameId)?.isLive);
    const stored = notLive.length > 0 ? await headsOf(this.database, notLive) : [];
    if (!shard || !this.owner.owns(shard)) return undefined;
    const requested = new Map<GameId, [GameId, string, number]>();
    for (const gameId of gameIds) {
      const actor = this.owner.inMemory(gameId);
      if (!actor?.isLive) continue;
      const { logId, version } = actor.committed;
      if (logId) requested.set(gameId, [gameId, logId, version]);
    }
    for (const { gameId, logId, version } of stored) {
      const id = gameId as GameId;
      if (!requested.has(id)) requested.set(id, [id, logId, version]);
    }
    // These games have sockets: a claim fences off what the last owner may have in flight.
    void mapConcurrently(CLAIMS_AT_ONCE, stored, ({ gameId }) =>
      this.owner.read(gameId as GameId, () => true).catch(() => undefined),
    );
    return { epoch: shard.epoch, heads: [...requested.values()] };
  }
}
