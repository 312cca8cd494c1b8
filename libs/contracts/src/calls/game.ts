import { z } from 'zod';
import {
  CategoryDraft,
  Command,
  GameCode,
  type GameEvent,
  GameId,
  NAME_MAX_UNITS,
  QuestionContent,
  QuestionId,
  Settings,
  UserId,
} from '@earworm/rules';
import { defineCall, defineCallByReference, CommandId, StageKey } from '../call.js';

export const ActorSchema = z.strictObject({ userId: UserId, isAdmin: z.boolean() });

export const DRAFT_ERRORS = [
  'game-full',
  'quiz-too-large',
  'category-name-required',
  'id-taken',
  'youtube-link-required',
  'youtube-link-invalid',
  'answer-required',
] as const;

export const createGame = defineCall({
  subject: 'game.create',
  request: z.strictObject({
    actor: ActorSchema,
    /** The client's own id for this request: the same id gives the same game again. */
    requestId: CommandId,
    moderatorName: z.string().max(NAME_MAX_UNITS),
    settings: Settings.partial().default({}),
    timeTrialMode: z.boolean().optional(),
    categories: z.array(CategoryDraft).max(200).default([]),
  }),
  reply: z.strictObject({ gameId: GameId, gameCode: z.string() }),
  errors: ['name-required', 'name-too-long', ...DRAFT_ERRORS, 'create-failed', 'busy', 'unavailable'],
});

/** Refuses `busy` when the game would not fit into its owner's memory: asked before its content is read. */
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

export const JoinInfo = z.strictObject({
  gameId: GameId,
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  moderatorLeft: z.boolean(),
  playerCount: z.number().int(),
  /** Only users who have a seat may join. Absent in replies of older game services. */
  joiningLocked: z.boolean().optional(),
  /** An inactive player has the asked name (case-insensitive): offer 'Rejoin Game'. */
  rejoin: z.boolean(),
  /** The game is over, and this one follows. The gateway forwards there by itself. */
  next: GameId.optional(),
});
export type JoinInfo = z.infer<typeof JoinInfo>;

/* Calls to a shard's owner: use `onShard(call, shardOf(gameId))`. The other replicas do not answer. */

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
    /** How much longer an answer is of use, in ms from when the owner receives this. */
    deadlineMs: z.number().int().min(0).max(10_000),
    /** How long the command had been with the gateway when this attempt was sent, in ms. */
    waitedMs: z.number().min(0).max(10_000),
    /** Of a joinGame or requestSeat: the browser that it came from, for bans. */
    device: z.string().max(64).optional(),
  }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['retry', 'busy', 'game-not-found', 'game-ended'],
});

export const ViewKindSchema = z.enum(['player', 'stage', 'full']);

/** A snapshot made from committed state. `view` is JSON text, encoded once per kind and version. */
export const snapshot = defineCallByReference({
  subject: 'game.snapshot',
  request: z.strictObject({ gameId: GameId, kind: ViewKindSchema, userId: UserId.nullable() }),
  reply: z.strictObject({
    logId: z.string(),
    version: z.number().int(),
    now: z.number(),
    moderatorId: UserId,
    view: z.string(),
    /** JSON text of the asking user's OwnSeat, or 'null'. */
    seat: z.string(),
  }),
  errors: ['game-not-found', 'busy'],
});

/** Role events after a version. `tooOld` when the owner no longer has them: take a snapshot. */
export const since = defineCallByReference({
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

export const heads = defineCall({
  subject: 'game.heads-of',
  request: z.strictObject({ gameIds: z.array(GameId).max(10_000) }),
  reply: z.strictObject({ epoch: z.number(), heads: z.array(z.tuple([GameId, z.string(), z.number().int()])) }),
  errors: ['busy'],
});

/** All players by seat, a page at a time. */
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

/** What a link to the stage carries: a computer on which no moderator is signed in may show the stage with it. */
export const stageKey = defineCall({
  subject: 'game.stage-key',
  request: z.strictObject({ actor: ActorSchema, gameId: GameId }),
  reply: z.strictObject({ stageKey: StageKey }),
  errors: ['game-not-found', 'not-moderator', 'busy'],
});

export const checkStageKey = defineCall({
  subject: 'game.check-stage-key',
  request: z.strictObject({ gameId: GameId, stageKey: StageKey }),
  reply: z.strictObject({ fits: z.boolean() }),
  errors: [],
});

/** A place in the log: rows stand in (tx, position) order. */
export const LogPlace = z.strictObject({ tx: z.string().regex(/^\d+$/), position: z.string().regex(/^\d+$/) });
export type LogPlace = z.infer<typeof LogPlace>;

export interface LogRow {
  readonly gameId: GameId;
  readonly version: number;
  readonly event: { readonly type: string; readonly at: number };
}

type Created = Extract<GameEvent, { type: 'gameCreated' }>;
export type OutlinedEvent = Exclude<GameEvent, Created> | Omit<Created, 'categories'>;

/** Checked by hand: a schema for every row of the log costs more than the work done with it. */
const isLogRow = (row: Partial<LogRow> | null): boolean =>
  typeof row === 'object' &&
  typeof row?.gameId === 'string' &&
  Number.isInteger(row.version) &&
  typeof row.event?.type === 'string' &&
  typeof row.event.at === 'number';

/** The log itself, for projections: rows in order, only below the oldest running transaction. */
export const gameLog = defineCall({
  subject: 'game.log',
  request: z.strictObject({
    after: LogPlace,
    /** Rows looked at; a page ends earlier when it has grown to some 128 KiB. */
    limit: z.number().int().min(1).max(1000).default(500),
    /** Types of events to leave out, unless it is cheaper to send them. */
    without: z
      .array(z.string().regex(/^[A-Za-z]+$/))
      .max(64)
      .default([]),
    /** Of a `gameCreated`, whose categories can be 2 MB; `clips`: `clipIds` instead, the uploaded clips that they name. */
    categories: z.enum(['all', 'none', 'clips']).default('all'),
  }),
  reply: z.strictObject({
    rows: z.custom<readonly LogRow[]>((rows) => Array.isArray(rows) && rows.every(isLogRow)),
    end: LogPlace.nullable(),
    more: z.boolean(),
  }),
  errors: ['unavailable'],
});

/** For projections that read the log without categories. It reads each game's `gameCreated`: ask about few games at once. */
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
  reply: z.strictObject({
    questions: z.array(z.strictObject({ gameId: GameId, questionId: QuestionId, content: QuestionContent })),
  }),
  errors: ['unavailable'],
});
