import { z } from 'zod';
import {
  CategoryDraft,
  Command,
  GameCode,
  type GameEvent,
  GameId,
  QuestionContent,
  QuestionId,
  Settings,
  UserId,
} from '@earworm/rules';
import { defineCall } from '../call.js';
import { CommandId } from '../command-id.js';
import { StageKey } from '../stage-key.js';

/** Who asks, as the gateway verified them. */
export const ActorSchema = z.strictObject({ userId: UserId, isAdmin: z.boolean() });

/** What questions that come with a new game can be refused with, besides its own name. */
export const DRAFT_ERRORS = [
  'game-full',
  'category-name-required',
  'id-taken',
  'youtube-link-required',
  'youtube-link-invalid',
  'answer-required',
] as const;

/** Reserves a code and creates the game. Answered by any replica. */
export const createGame = defineCall({
  subject: 'game.create',
  request: z.strictObject({
    actor: ActorSchema,
    /** The client's own id for this request: the same id gives the same game again. */
    requestId: CommandId,
    moderatorName: z.string().max(80),
    settings: Settings.partial().default({}),
    categories: z.array(CategoryDraft).max(200).default([]),
  }),
  reply: z.strictObject({ gameId: GameId, gameCode: z.string() }),
  errors: ['name-required', 'name-too-long', ...DRAFT_ERRORS, 'create-failed', 'busy', 'unavailable'],
});

/**
 * Refuses `busy` when the game of this request would not fit into memory: asked before its content is read. Answered by
 * any replica, for the owner of the game.
 */
export const admitGame = defineCall({
  subject: 'game.admit',
  request: z.strictObject({ userId: UserId, requestId: CommandId }),
  reply: z.strictObject({}),
  errors: ['busy'],
});

/** Which game has this code. Answered by any replica. */
export const findByCode = defineCall({
  subject: 'game.by-code',
  request: z.strictObject({ gameCode: GameCode }),
  reply: z.strictObject({ gameId: GameId }),
  errors: ['game-not-found'],
});

export const JoinInfo = z.strictObject({
  gameId: GameId,
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  moderatorLeft: z.boolean(),
  /** Who is in it now; players who have left are not counted. */
  playerCount: z.number().int(),
  /** An inactive player has the asked name (case-insensitive): offer 'Rejoin Game'. */
  rejoin: z.boolean(),
  /** The game is over, and the same people play this one next. The gateway goes on there by itself. */
  next: GameId.optional(),
});
export type JoinInfo = z.infer<typeof JoinInfo>;

/* Calls to a shard's owner: use `onShard(call, shardOf(gameId))`. A replica that is not the owner stays silent. */

/** What the door shows before joining. */
export const joinInfo = defineCall({
  subject: 'game.join-info',
  request: z.strictObject({ gameId: GameId, name: z.string().max(80).optional() }),
  reply: JoinInfo,
  errors: ['game-not-found', 'busy'],
});

export const sendCommand = defineCall({
  subject: 'game.command',
  request: z.strictObject({
    gameId: GameId,
    commandId: CommandId,
    actor: ActorSchema,
    command: Command,
    /** How much longer an answer is of use, in ms from when the owner receives this. */
    deadlineMs: z.number().int().min(0).max(10_000),
    /** How long the command had been with the gateway when this attempt was sent, in ms. */
    waitedMs: z.number().min(0).max(10_000),
    /** Of a joinGame or requestSeat: the browser that it came from, for bans. */
    device: z.string().max(64).optional(),
  }),
  /** The version at which the command's effect is in the log. */
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['retry', 'busy', 'game-not-found', 'game-ended'],
});

export const ViewKindSchema = z.enum(['player', 'stage', 'full']);

/** A snapshot made from committed state. `view` is JSON text, encoded once per kind and version. */
export const snapshot = defineCall({
  subject: 'game.snapshot',
  request: z.strictObject({ gameId: GameId, kind: ViewKindSchema, userId: UserId.nullable() }),
  reply: z.strictObject({
    logId: z.string(),
    version: z.number().int(),
    now: z.number(),
    moderatorId: UserId,
    /** JSON text of a GameView. */
    view: z.string(),
    /** JSON text of the asking user's OwnSeat, or 'null'. */
    seat: z.string(),
  }),
  errors: ['game-not-found', 'busy'],
});

/** Role events after a version. `tooOld` when the owner no longer has them: take a snapshot. */
export const since = defineCall({
  subject: 'game.since',
  request: z.strictObject({ gameId: GameId, kind: ViewKindSchema, logId: z.string(), version: z.number().int() }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('events'),
      logId: z.string(),
      from: z.number().int(),
      /** One JSON text per event, in order, the first being version `from`. */
      items: z.array(z.string()),
    }),
    z.strictObject({ kind: z.literal('tooOld'), logId: z.string(), version: z.number().int() }),
  ]),
  errors: ['game-not-found', 'busy'],
});

/** The owner's word on where each game of the shard stands. */
export const heads = defineCall({
  subject: 'game.heads-of',
  request: z.strictObject({ gameIds: z.array(GameId).max(10_000) }),
  reply: z.strictObject({ epoch: z.number(), heads: z.array(z.tuple([GameId, z.string(), z.number().int()])) }),
  errors: ['busy'],
});

/** Everybody with a seat, by seat, a page at a time. The caller checks that the asker may see it. */
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
      }),
    ),
    total: z.number().int(),
  }),
  errors: ['game-not-found', 'not-moderator', 'busy'],
});

/**
 * What a link to the stage carries, for the game's moderator: with it a computer of nobody in particular may show the
 * stage. The same for as long as the game is there.
 */
export const stageKey = defineCall({
  subject: 'game.stage-key',
  request: z.strictObject({ actor: ActorSchema, gameId: GameId }),
  reply: z.strictObject({ stageKey: StageKey }),
  errors: ['game-not-found', 'not-moderator', 'busy'],
});

/** Whether a stage key is this game's. Answered by any replica. */
export const checkStageKey = defineCall({
  subject: 'game.check-stage-key',
  request: z.strictObject({ gameId: GameId, stageKey: StageKey }),
  reply: z.strictObject({ fits: z.boolean() }),
  errors: [],
});

/** A place in the log: rows stand in (tx, position) order. */
export const LogPlace = z.strictObject({ tx: z.string().regex(/^\d+$/), position: z.string().regex(/^\d+$/) });
export type LogPlace = z.infer<typeof LogPlace>;

/** An event as its owner wrote it; perhaps of a newer release. */
export interface LogRow {
  readonly gameId: GameId;
  readonly version: number;
  readonly event: { readonly type: string; readonly at: number };
}

type Created = Extract<GameEvent, { type: 'gameCreated' }>;
/** An event as a follower gets it that asks for no categories. */
export type OutlinedEvent = Exclude<GameEvent, Created> | Omit<Created, 'categories'>;

/** Every event of every game comes this way: looked at by hand, for a schema of each row costs more than what is done with it. */
const isLogRow = (row: Partial<LogRow> | null): boolean =>
  typeof row === 'object' &&
  typeof row?.gameId === 'string' &&
  Number.isInteger(row.version) &&
  typeof row.event?.type === 'string' &&
  typeof row.event.at === 'number';

/** The log itself, for followers: rows in order, only below the oldest running transaction. */
export const gameLog = defineCall({
  subject: 'game.log',
  request: z.strictObject({
    after: LogPlace,
    /** Rows looked at; a page ends earlier when it has grown to some 128 KiB. */
    limit: z.number().int().min(1).max(1000).default(500),
    /** Types of events that the follower has no use for: they are left out, unless it is cheaper to send them. */
    without: z
      .array(z.string().regex(/^[A-Za-z]+$/))
      .max(64)
      .default([]),
    /**
     * What is sent of the categories of a `gameCreated`, which can be 2 MB: everything, nothing, or instead of them
     * `clipIds`, the uploaded clips that they name.
     */
    categories: z.enum(['all', 'none', 'clips']).default('all'),
  }),
  reply: z.strictObject({
    rows: z.custom<readonly LogRow[]>((rows) => Array.isArray(rows) && rows.every(isLogRow)),
    /** Where to go on from; null when nothing stands after the place. */
    end: LogPlace.nullable(),
    /** There may be more already. */
    more: z.boolean(),
  }),
  errors: ['unavailable'],
});

/**
 * The content of questions as the log has it, for followers that read the log without categories. Answered by any replica.
 * It reads the whole `gameCreated` of each game: ask about few games at once.
 */
export const questionContents = defineCall({
  subject: 'game.question-contents',
  request: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          gameId: GameId,
          questionId: QuestionId,
          /** The last version whose changes of questions count; those up to there are looked through. */
          until: z.number().int().min(1),
        }),
      )
      .max(1000),
  }),
  /** Without those that the log does not know. */
  reply: z.strictObject({
    questions: z.array(z.strictObject({ gameId: GameId, questionId: QuestionId, content: QuestionContent })),
  }),
  errors: ['unavailable'],
});
