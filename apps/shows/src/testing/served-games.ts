import { createHash } from 'node:crypto';
import {
  actAsStaff,
  admitGame,
  changeCrew,
  crewRights,
  eraseGamesOfShow,
  createGame,
  followInRoom,
  gameResult,
  gameStaffView,
  gameTimeline,
  joinInfo,
  onShard,
  placeInRoom,
  playersOfGame,
  readTemplate,
  RefusedError,
  replaceQuestions,
  type RequestOf,
  SHARDS,
  type ShowId,
  shardOf,
  type StaffView,
  stageKey,
  takeTemplate,
  type TemplateId,
} from '@earworm/contracts';
import {
  CategoryId,
  decide,
  evolve,
  type Game,
  GameId,
  type GameState,
  QuestionId,
  type Right,
  roomActor,
  type UserId,
} from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';

type Creation = RequestOf<typeof createGame>;

export const STAFF_VIEW: StaffView = {
  question: { category: 'TV', points: 100, answer: 'Answer 100', songName: '' },
  ...{ players: [], seatRequests: [] },
};
export const STAGE_KEY = 'k'.repeat(32);
const CATEGORIES = [
  {
    categoryId: CategoryId.parse('category-1'),
    name: 'One',
    questions: [
      {
        questionId: QuestionId.parse('question-1'),
        ...{
          youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
          clipId: null,
          youtubeSongName: '',
          answer: 'Answer',
          points: 100,
        },
      },
    ],
  },
];

const gameIdOf = (userId: UserId, requestId: string): GameId =>
  GameId.parse(createHash('sha256').update(`${userId} ${requestId}`).digest('hex').slice(0, 32));

/** What game and library service answer. Their rules and their data are those of `apps/game` and `apps/library`. */
export function serveGames(bus: Bus) {
  const created = new Map<GameId, Creation>();
  const named = new Map<GameId, string>();
  const next = new Map<GameId, GameId>();
  const codes = new Map<string, string>();
  const over = new Set<GameId>();
  const begun = new Set<GameId>();
  const versions = new Map<string, number>();
  const states = new Map<GameId, GameState>();
  const crews: RequestOf<typeof changeCrew>[] = [];
  const staffActs: RequestOf<typeof actAsStaff>[] = [];
  const nothing = (): Promise<void> | void => undefined;
  const games = {
    /** By the id that follows from user and request: a repeated creation finds the game. */
    created,
    /** The name of the room that each game was placed in. */
    named,
    /** The game that follows one. */
    next,
    /** The code of each room. */
    codes,
    crews,
    /** What operators did without being in a crew. */
    staffActs,
    /** Games that are played by the rules. */
    states,
    /** Templates that were read, and how often. */
    taken: [] as RequestOf<typeof takeTemplate>[],
    /** Members of the crew of all games. */
    members: new Map<string, readonly Right[]>(),
    /** Games that were ended. */
    over,
    /** Games that were started. */
    begun,
    /** Versions of templates that were changed. */
    versions,
    /** What took the place of other questions. */
    replaced: [] as RequestOf<typeof replaceQuestions>[],
    /** All creations that were asked for, also repeated ones. */
    asked: 0,
    templates: new Set<string>(),
    /** Games that were erased. */
    gone: new Set<GameId>(),
    /** Events whose games are to be erased. */
    erased: [] as ShowId[],
    beforeErasing: nothing as (request: RequestOf<typeof eraseGamesOfShow>) => void,
    /** Users who are in no crew any more. */
    left: new Set<UserId>(),
    /** Of games that the history does not know yet. */
    unwritten: new Set<GameId>(),
    /** Whose act the timeline of each game tells; null: the room's. */
    timelineUser: null as UserId | null,
    /** Characters in the answer of each result. */
    answerLength: 6,
    beforeAdmission: nothing as (request: RequestOf<typeof admitGame>) => Promise<void> | void,
    beforeCreation: nothing as (request: Creation) => Promise<void> | void,
    afterCreation: nothing as (request: Creation) => Promise<void> | void,
    beforeLook: nothing as (gameId: GameId) => Promise<void> | void,
    beforeReplacing: nothing as () => Promise<void> | void,
    beforePlacing: nothing as () => void,
    beforeActing: nothing as (request: RequestOf<typeof actAsStaff>) => Promise<void> | void,
    afterActing: nothing as (request: RequestOf<typeof actAsStaff>) => Promise<void> | void,
    beforeListing: nothing as (gameId: GameId) => void,
    beforeFollowing: nothing as () => Promise<void> | void,
    afterFollowing: nothing as () => Promise<void> | void,
    reset() {
      for (const each of [created, named, next, codes, begun, over, versions, states, games.members]) each.clear();
      for (const each of [crews, staffActs, games.taken, games.replaced, games.erased]) each.length = 0;
      games.beforeErasing = nothing;
      games.asked = 0;
      games.templates = new Set(['template-1']);
      games.unwritten.clear();
      games.left.clear();
      games.gone.clear();
      games.answerLength = 6;
      games.timelineUser = null;
      games.beforeAdmission = games.beforeCreation = games.afterCreation = nothing;
      games.beforeFollowing = games.afterFollowing = games.beforeLook = games.beforeReplacing = nothing;
      games.beforeActing = games.afterActing = games.beforePlacing = games.beforeListing = nothing;
    },
  };
  games.reset();
  const statusOf = (gameId: GameId) => (over.has(gameId) ? 'completed' : begun.has(gameId) ? 'playing' : 'setup');
  const rightsOf = (gameId: GameId, userId: UserId): readonly Right[] => {
    const added = crews.find(
      (each) => each.gameId === gameId && 'userId' in each.change && each.change.userId === userId,
    );
    return added?.change.type === 'addCrew' && !games.left.has(userId)
      ? added.change.rights
      : (games.members.get(userId) ?? []);
  };
  bus.serve(eraseGamesOfShow, (request) => {
    games.beforeErasing(request);
    games.erased.push(request.showId);
    return { games: 1 };
  });
  bus.serve(admitGame, async (request) => {
    await games.beforeAdmission(request);
    return {};
  });
  bus.serve(createGame, async (request) => {
    const { actor, requestId } = request;
    games.asked += 1;
    await games.beforeCreation(request);
    const gameId = gameIdOf(actor.userId, requestId);
    if (!created.has(gameId)) created.set(gameId, request);
    await games.afterCreation(request);
    return { gameId, gameCode: gameId.slice(0, 6).toUpperCase() };
  });
  bus.serve(takeTemplate, (request) => {
    games.taken.push(request);
    if (!games.templates.has(request.templateId)) throw new RefusedError('template-not-found');
    return { categories: CATEGORIES };
  });
  bus.serve(gameResult, ({ gameId, userId }) => {
    if (games.unwritten.has(gameId)) throw new RefusedError('not-found');
    return {
      ...{
        gameId,
        gameCode: 'K7WQ4M',
        status: 'completed' as const,
        moderatorName: userId,
        createdAt: 0,
        completedAt: 1,
      },
      ...{ playerCount: 1, unplayed: 0, standings: [{ playerId: 'ada', name: 'Ada', score: 100 }], changes: [] },
      questions: [
        {
          ...{ questionId: 'q1', category: 'One', points: 100, answer: 'x'.repeat(games.answerLength), songName: '' },
          verdicts: [{ name: 'Ada', correct: true, gain: 100 }],
        },
      ],
    };
  });
  bus.serve(readTemplate, ({ templateId, actor: { userId } }) => {
    if (!games.templates.has(templateId)) throw new RefusedError('template-not-found');
    return detailOf(templateId, userId, versions.get(templateId) ?? 1);
  });
  for (let shard = 0; shard < SHARDS; shard += 1) {
    bus.serve(
      onShard(placeInRoom, shard),
      ({ gameId, roomId, name }) => {
        games.beforePlacing();
        named.set(gameId, name);
        if (!codes.has(roomId)) codes.set(roomId, `RM${String(codes.size + 1).padStart(4, '0')}`);
        return { version: named.size, gameCode: codes.get(roomId) ?? '' };
      },
      { queue: null },
    );
    bus.serve(
      onShard(replaceQuestions, shard),
      async (request) => {
        await games.beforeReplacing();
        const status = statusOf(request.gameId);
        if (status !== 'setup') throw new RefusedError(status === 'playing' ? 'not-in-setup' : 'game-ended');
        return { version: games.replaced.push(request) };
      },
      { queue: null },
    );
    bus.serve(
      onShard(followInRoom, shard),
      async ({ gameId, roomId, requestId }) => {
        await games.beforeFollowing();
        over.add(gameId);
        const follows = next.get(gameId) ?? gameIdOf(roomActor(roomId), requestId);
        next.set(gameId, follows);
        await games.afterFollowing();
        return { next: follows };
      },
      { queue: null },
    );
    bus.serve(
      onShard(joinInfo, shard),
      async ({ gameId }) => {
        await games.beforeLook(gameId);
        if (games.gone.has(gameId)) throw new RefusedError('game-not-found');
        return {
          ...{ gameId, gameCode: 'K7WQ4M', status: statusOf(gameId) as 'setup' | 'playing' | 'completed' },
          ...{ moderatorName: 'Room 1', moderatorLeft: false },
          ...{ playerCount: 0, rejoin: false, next: next.get(gameId) },
        };
      },
      { queue: null },
    );
    bus.serve(
      onShard(gameTimeline, shard),
      ({ actor, after }) => {
        if (!actor.userId.startsWith('room-')) throw new RefusedError('not-moderator');
        return {
          rows: [{ version: after + 1, type: 'gameStarted', at: 7, user: games.timelineUser ?? actor.userId }],
          next: null,
        };
      },
      { queue: null },
    );
    bus.serve(
      onShard(playersOfGame, shard),
      ({ gameId, playerIds, teams, seats }) => {
        games.beforeListing(gameId);
        if (games.gone.has(gameId)) throw new RefusedError('game-not-found');
        const { players = [], teams: all = [] } = (states.get(gameId) ?? {}) as Partial<Game>;
        const isAsked = ({ id, seat, team = 0 }: Game['players'][number]) =>
          playerIds.includes(id) || seats.includes(seat) || teams.includes(team);
        const found = players.filter((player) => player.removed === null && isAsked(player));
        return {
          players: found.map(({ id: playerId, seat, name, isActive, team }) => {
            const known = all.find(({ number }) => number === team);
            return {
              ...{ playerId, seat, name, isActive },
              ...(team !== undefined && { team, teamName: known?.name ?? '' }),
              ...(known?.key !== undefined && { teamKey: known.key }),
            };
          }),
        };
      },
      { queue: null },
    );
    bus.serve(onShard(gameStaffView, shard), () => STAFF_VIEW, { queue: null });
    bus.serve(
      onShard(stageKey, shard),
      ({ actor }) => {
        if (!actor.userId.startsWith('room-')) throw new RefusedError('not-moderator');
        return { stageKey: STAGE_KEY };
      },
      { queue: null },
    );
    bus.serve(
      onShard(crewRights, shard),
      ({ gameId, userId }) => ({ rights: [...rightsOf(gameId, userId)], isOwner: false, isSuspended: false }),
      { queue: null },
    );
    bus.serve(
      onShard(actAsStaff, shard),
      async (request) => {
        await games.beforeActing(request);
        const isOver = over.has(request.gameId) || next.has(request.gameId);
        // Games that are played by the rules refuse it themselves.
        if (isOver && !states.has(request.gameId) && request.command.type !== 'reopenGame')
          throw new RefusedError('game-ended');
        if (request.command.type === 'completeGame') over.add(request.gameId);
        const { gameId, command, staff } = request;
        if (states.has(gameId)) play(states, gameId, command, { isAdmin: false, userId: staff.userId, staff });
        await games.afterActing(request);
        return { version: staffActs.push(request) };
      },
      { queue: null },
    );
    bus.serve(
      onShard(changeCrew, shard),
      (request) => {
        if (shardOf(request.gameId) !== shard) throw new Error('called on the wrong shard');
        return { version: crews.push(request) };
      },
      { queue: null },
    );
  }
  return games;
}

const detailOf = (templateId: TemplateId, userId: UserId, version: number) => ({
  ...{ templateId, title: `Title of ${templateId}`, description: '', tags: [], language: null, ownerName: userId },
  ...{
    mine: true,
    isHouse: false,
    categoryCount: 1,
    questionCount: 1,
    publishedAt: null,
    takenDown: null,
    useCount: 0,
  },
  ...{ createdAt: 0, updatedAt: 0, version, board: [] },
});

type Deciding = Parameters<typeof decide>;

/** A command in a game that is played by the rules. Throws its refusal. */
export function play(
  states: Map<GameId, GameState>,
  gameId: GameId,
  command: Deciding[1],
  actor: Deciding[2]['actor'],
): void {
  const state = states.get(gameId) ?? { status: 'none' as const };
  const decision = decide(state, command, { now: Date.now(), actor, gameId, seatHash: null });
  if (!decision.ok) throw new RefusedError(decision.rejection.code, decision.rejection.params);
  states.set(gameId, decision.events.reduce(evolve, state));
}
