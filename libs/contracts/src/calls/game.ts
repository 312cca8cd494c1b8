import { z } from 'zod';
import {
  buzzTiming,
  CategoryDraft,
  Command,
  type CrewMember,
  GameCode,
  type GameEvent,
  GameId,
  NAME_MAX_UNITS,
  plannedTeam,
  QuestionContent,
  QuestionId,
  Settings,
  TEAMS_MAX,
  UserId,
} from '@earworm/rules';
import { defineCall, defineCallByReference, CommandId, StageKey } from '../call.js';
import { ShowId } from '../show.js';

export const ActorSchema = z.strictObject({ userId: UserId, isAdmin: z.boolean() });

/** Refusals of requests that contain questions. */
export const DRAFT_ERRORS = [
  'game-full',
  'quiz-too-large',
  'category-name-required',
  'id-taken',
  'youtube-link-required',
  'youtube-link-invalid',
  'answer-required',
] as const;

/** Refusals of teams that an event plans. */
export const TEAM_ERRORS = [
  ...(['name-required', 'name-too-long', 'name-link'] as const),
  ...(['teams-full', 'team-name-taken', 'team-name-signs', 'team-key-invalid', 'team-key-taken'] as const),
] as const;

export const createGame = defineCall({
  subject: 'game.create',
  request: z.strictObject({
    actor: ActorSchema,
    /** Idempotency key made by the client: the same id returns the same game. */
    requestId: CommandId,
    moderatorName: z.string().max(NAME_MAX_UNITS),
    settings: Settings.partial().default({}),
    timeTrialMode: z.boolean().optional(),
    categories: z.array(CategoryDraft).max(200).default([]),
    /** That an event gives to the room of the game. */
    teams: z.array(plannedTeam()).max(TEAMS_MAX).optional(),
  }),
  reply: z.strictObject({ gameId: GameId, gameCode: z.string() }),
  errors: [...TEAM_ERRORS, ...DRAFT_ERRORS, 'game-erased', 'create-failed', 'busy', 'unavailable'],
});

/** Asked before the content of a new game is read. Refuses with `busy` if the owner has no memory for the game. */
export const admitGame = defineCall({
  subject: 'game.admit',
  request: z.strictObject({ userId: UserId, requestId: CommandId }),
  reply: z.strictObject({}),
  errors: ['busy'],
});

export const findByCode = defineCall({
  subject: 'game.by-code',
  request: z.strictObject({ gameCode: GameCode }),
  reply: z.strictObject({ gameId: GameId }),
  errors: ['game-not-found'],
});

/** What the join page shows of a game. */
export const JoinInfo = z.strictObject({
  gameId: GameId,
  /** By which players join: in an event, the code of the room. */
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  moderatorLeft: z.boolean(),
  playerCount: z.number().int(),
  /** True if only users who have a seat may join. Absent in replies of older game services. */
  joiningLocked: z.boolean().optional(),
  /** True if an inactive player has the requested name, ignoring case: the page then offers 'Rejoin Game'. */
  rejoin: z.boolean(),
  /** The name of the event's room that it is played in. */
  room: z.string().optional(),
  /** The event of that room. */
  showId: ShowId.optional(),
  /** The game that follows this one, which is over. The gateway forwards there by itself. */
  next: GameId.optional(),
});
export type JoinInfo = z.infer<typeof JoinInfo>;

/* Calls to the owner of a shard: use `onShard(call, shardOf(gameId))`. Other replicas do not answer. */

export const joinInfo = defineCall({
  subject: 'game.join-info',
  request: z.strictObject({ gameId: GameId, name: z.string().max(NAME_MAX_UNITS).optional() }),
  reply: JoinInfo,
  errors: ['game-not-found', 'busy'],
});

export const sendCommand = defineCallByReference({
  subject: 'game.command',
  request: z.strictObject({
    gameId: GameId,
    commandId: CommandId,
    actor: ActorSchema,
    command: Command,
    /** How long the caller still waits for an answer, in ms from when the owner receives the call. */
    deadlineMs: z.number().int().min(0).max(10_000),
    /** Time from the gateway receiving the command to sending this attempt, in ms. */
    waitedMs: z.number().min(0).max(10_000),
    /** Only for `buzz`: what the gateway measured of it. */
    timing: buzzTiming().optional(),
    /** Only for `joinGame` and `requestSeat`: the id of the browser, used for bans. */
    device: z.string().max(64).optional(),
  }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['retry', 'busy', 'game-not-found', 'game-ended'],
});

export const ViewKindSchema = z.enum(['player', 'stage', 'full']);

/** A snapshot of committed state. `view` is JSON text, encoded once per kind and version. */
export const snapshot = defineCallByReference({
  subject: 'game.snapshot',
  request: z.strictObject({ gameId: GameId, kind: ViewKindSchema, userId: UserId.nullable() }),
  reply: z.strictObject({
    logId: z.string(),
    version: z.number().int(),
    now: z.number(),
    moderatorId: UserId,
    /** Absent while the owner runs the game alone, and in replies of older game services. */
    crew: z.custom<readonly CrewMember[]>((crew) => Array.isArray(crew)).optional(),
    view: z.string(),
    /** JSON text of the OwnSeat of `userId`, or `null`. */
    seat: z.string(),
  }),
  errors: ['game-not-found', 'busy'],
});

/** Users of one `playerSnapshots`. */
export const PLAYER_SNAPSHOTS_MAX = 500;

/** The player's view once for many users, with a seat for each of `userIds`, in order. */
export const playerSnapshots = defineCallByReference({
  subject: 'game.player-snapshots',
  request: z.strictObject({ gameId: GameId, userIds: z.array(UserId).min(1).max(PLAYER_SNAPSHOTS_MAX) }),
  reply: snapshot.reply.omit({ seat: true }).extend({ seats: z.array(snapshot.reply.shape.seat) }),
  errors: ['game-not-found', 'busy'],
});

/** Events of a view kind after `version`. `tooOld`: the owner no longer has them, so the caller needs a snapshot. */
export const since = defineCallByReference({
  subject: 'game.since',
  request: z.strictObject({ gameId: GameId, kind: ViewKindSchema, logId: z.string(), version: z.number().int() }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('events'),
      logId: z.string(),
      from: z.number().int(),
      /** One JSON text per event, in order; the first has version `from`. */
      items: z.array(z.string()),
    }),
    z.strictObject({ kind: z.literal('tooOld'), logId: z.string(), version: z.number().int() }),
  ]),
  errors: ['game-not-found', 'busy'],
});

/** The latest committed versions of these games. Each head is `[gameId, logId, version]`. */
export const heads = defineCall({
  subject: 'game.heads-of',
  request: z.strictObject({ gameIds: z.array(GameId).max(10_000) }),
  reply: z.strictObject({ epoch: z.number(), heads: z.array(z.tuple([GameId, z.string(), z.number().int()])) }),
  errors: ['busy'],
});

/** One page of all players, ordered by seat. `total`: players on all pages. */
export const roster = defineCall({
  subject: 'game.roster',
  request: z.strictObject({
    actor: ActorSchema,
    gameId: GameId,
    afterSeat: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(200).default(100),
  }),
  reply: z.strictObject({
    players: z.array(
      z.strictObject({
        id: UserId,
        seat: z.number(),
        name: z.string(),
        score: z.number(),
        isActive: z.boolean(),
        joinedAt: z.number(),
        leftAt: z.number().nullable(),
        /** Number of the player's team; absent without one. */
        team: z.number().int().optional(),
        /** The seat is kept for a player who has not come yet; else absent. */
        reserved: z.literal(true).optional(),
      }),
    ),
    total: z.number().int(),
  }),
  errors: ['game-not-found', 'not-moderator', 'busy'],
});

/** The key in a member's link to the stage. With it, a browser may show the stage without a user of the crew. */
export const stageKey = defineCall({
  subject: 'game.stage-key',
  request: z.strictObject({ actor: ActorSchema, gameId: GameId }),
  reply: z.strictObject({ stageKey: StageKey }),
  errors: ['game-not-found', 'not-moderator', 'busy'],
});

/** A key fits as long as the member whose link it is in has a desk. */
export const checkStageKey = defineCall({
  subject: 'game.check-stage-key',
  request: z.strictObject({ gameId: GameId, stageKey: StageKey }),
  reply: z.strictObject({ fits: z.boolean() }),
  errors: ['game-not-found', 'busy', 'unavailable'],
});

/** A position in the log, which is ordered by transaction id `tx`, then by `position`. Both are decimal. */
export const LogPlace = z.strictObject({ tx: z.string().regex(/^\d+$/), position: z.string().regex(/^\d+$/) });
export type LogPlace = z.infer<typeof LogPlace>;

export interface LogRow {
  readonly gameId: GameId;
  readonly version: number;
  readonly event: { readonly type: string; readonly at: number };
}

type Created = Extract<GameEvent, { type: 'gameCreated' }>;
/** An event as read from the log without categories. */
export type OutlinedEvent = Exclude<GameEvent, Created> | Omit<Created, 'categories'>;

/** A hand-written check, because a schema for every row would cost more than the work done with the row. */
const isLogRow = (row: Partial<LogRow> | null): boolean =>
  typeof row === 'object' &&
  typeof row?.gameId === 'string' &&
  Number.isInteger(row.version) &&
  typeof row.event?.type === 'string' &&
  typeof row.event.at === 'number';

/**
 * Reads the log for projections, in order. Stops before the oldest transaction that is still running, so that no row
 * appears later before `end`.
 */
export const gameLog = defineCall({
  subject: 'game.log',
  request: z.strictObject({
    after: LogPlace,
    /** Most rows to read. A page also ends at about 128 KiB. */
    limit: z.number().int().min(1).max(1000).default(500),
    /** Event types that the caller does not need. They may be sent anyway if that is cheaper. */
    without: z
      .array(z.string().regex(/^[A-Za-z]+$/))
      .max(256)
      .default([]),
    /**
     * Whether `gameCreated` includes its categories, which can be 2 MB. `clips`: instead of them it has `clipIds`, the
     * uploaded clips that they use.
     */
    categories: z.enum(['all', 'none', 'clips']).default('all'),
  }),
  reply: z.strictObject({
    rows: z.custom<readonly LogRow[]>((rows) => Array.isArray(rows) && rows.every(isLogRow)),
    end: LogPlace.nullable(),
    more: z.boolean(),
  }),
  errors: ['unavailable'],
});

/**
 * The content of single questions, for projections that read the log without categories. Reads the `gameCreated` event
 * of each game, so ask about few games at once.
 */
export const questionContents = defineCall({
  subject: 'game.question-contents',
  request: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          gameId: GameId,
          questionId: QuestionId,
          /** The content as of this version: later changes are ignored. */
          until: z.number().int().min(1),
        }),
      )
      .max(1000),
  }),
  reply: z.strictObject({
    questions: z.array(z.strictObject({ gameId: GameId, questionId: QuestionId, content: QuestionContent })),
  }),
  errors: ['unavailable'],
});
