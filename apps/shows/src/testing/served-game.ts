import {
  changeCrew,
  crewRights,
  joinInfo,
  onShard,
  type ReplyOf,
  type RequestOf,
  Right,
  shardOf,
} from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';

type Rights = ReplyOf<typeof crewRights>;
type Change = RequestOf<typeof changeCrew>;

export const GAME = GameId.parse('game-1');
export const LEAD = UserId.parse('lead');

const NONE: Rights = { rights: [], isOwner: false, isSuspended: false };
const ALL: Rights = { rights: [...Right.options], isOwner: true, isSuspended: false };

/** What the owner of a game answers. Its rules and its log are those of `apps/game`, and specs of `tests` use them. */
export function serveGame(bus: Bus) {
  const crew = new Map<string, Rights>([[LEAD, ALL]]);
  const changes: Change[] = [];
  const game = {
    crew,
    /** The commands that were accepted. */
    changes,
    /** Runs before a command is accepted. */
    beforeChange: (_change: Change): Promise<void> | void => undefined,
    /** Runs before an accepted command is answered. */
    afterChange: (_change: Change): Promise<void> | void => undefined,
  };
  const shard = shardOf(GAME);
  bus.serve(onShard(crewRights, shard), ({ userId }) => crew.get(userId) ?? NONE, { queue: null });
  bus.serve(
    onShard(changeCrew, shard),
    async (request) => {
      await game.beforeChange(request);
      const { change } = request;
      if (change.type === 'addCrew') crew.set(change.userId, { ...NONE, rights: [...change.rights] });
      changes.push(request);
      await game.afterChange(request);
      return { version: changes.length };
    },
    { queue: null },
  );
  bus.serve(
    onShard(joinInfo, shard),
    () => ({
      ...{ gameId: GAME, gameCode: 'K7WQ4M', status: 'playing' as const, moderatorName: 'Maria', moderatorLeft: false },
      ...{ playerCount: 3, rejoin: false },
    }),
    { queue: null },
  );
  return game;
}
