import { z } from 'zod';
import { Command, GameId, type GameView, type OwnSeat } from '@earworm/rules';
import type { Refusal } from './errors.js';
import { isErrorCode } from './errors.js';

/** Raised when a frame changes shape; a gateway accepts this and the one before. */
export const PROTOCOL_VERSION = 1;

export const FRAME_LIMITS = {
  maxBytes: 8 * 1024,
  helloWithinMs: 5_000,
  /** A client pings this often; a socket that has not for `silentAfterMs` is closed. */
  pingEveryMs: 10_000,
  silentAfterMs: 25_000,
} as const;

const Role = z.enum(['player', 'moderator', 'stage', 'observer']);

/** browser → server */
export const Hello = z.strictObject({
  type: z.literal('hello'),
  protocol: z.number().int(),
  rules: z.number().int(),
  token: z.string().max(6_000),
  gameId: GameId,
  as: Role,
  /** What the client already has; the server goes on from there if it can. */
  since: z.strictObject({ logId: z.string().max(64), version: z.number().int().min(0) }).optional(),
});
export const AuthFrame = z.strictObject({ type: z.literal('auth'), token: z.string().max(6_000) });
export const CommandFrame = z.strictObject({
  type: z.literal('command'),
  id: z.string().min(8).max(64),
  command: Command,
});
/** `t` is the client's own clock, given back untouched; `version` is what it has. */
export const Ping = z.strictObject({ type: z.literal('ping'), t: z.number(), version: z.number().int().min(0) });

export const ClientFrame = z.discriminatedUnion('type', [Hello, AuthFrame, CommandFrame, Ping]);
export type ClientFrame = z.infer<typeof ClientFrame>;
export type HelloFrame = z.infer<typeof Hello>;

/** server → browser */
const RefusalCode = z.string().refine(isErrorCode);
const loosely = <T>() => z.custom<T>((value) => typeof value === 'object');

export const SnapshotFrame = z.object({
  type: z.literal('snapshot'),
  logId: z.string(),
  version: z.number().int(),
  role: Role,
  /** Server time when the snapshot was made, ms since the epoch. */
  now: z.number(),
  state: loosely<GameView>(),
  /** The player's own seat; null for other roles and before joining. */
  seat: loosely<OwnSeat | null>(),
});
/** Events from version `from` on, without a gap; a hidden one is a bare `{v}`. */
export const EventsFrame = z.object({
  type: z.literal('events'),
  logId: z.string(),
  from: z.number().int(),
  list: z.array(z.looseObject({ v: z.number().int() })),
});
export const AnswerFrame = z.discriminatedUnion('ok', [
  z.object({ type: z.literal('answer'), id: z.string(), ok: z.literal(true), version: z.number().int() }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    ok: z.literal(false),
    code: RefusalCode,
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);
/** `now` is server time; `head` is the version that the game's owner last said, null before it has said one. */
export const Pong = z.object({
  type: z.literal('pong'),
  t: z.number(),
  now: z.number(),
  head: z.number().int().nullable(),
});
/** Who is connected: everybody gets the count, the moderator the ids as well (up to 500). */
export const PresenceFrame = z.object({
  type: z.literal('presence'),
  online: z.number().int(),
  moderator: z.boolean(),
  users: z.array(z.string()).optional(),
});
/** A new token is wanted within `before` ms. */
export const AuthWanted = z.object({ type: z.literal('auth'), before: z.number() });
export const Bye = z.object({ type: z.literal('bye'), code: RefusalCode, retryInMs: z.number().nullable() });

export const ServerFrame = z.union([SnapshotFrame, EventsFrame, AnswerFrame, Pong, PresenceFrame, AuthWanted, Bye]);
export type ServerFrame = z.infer<typeof ServerFrame>;
export type Answer = z.infer<typeof AnswerFrame>;

/** WebSocket close codes of our own; each closing is counted under its name. */
export const CLOSE_CODES = {
  'no-hello': 4001,
  'bad-frame': 4002,
  'unknown-frame': 4003,
  flood: 4004,
  unauthenticated: 4005,
  forbidden: 4006,
  'game-not-found': 4007,
  'protocol-too-old': 4008,
  'too-slow': 4009,
  silent: 4010,
  'token-expired': 4011,
  busy: 4012,
  'going-away': 4013,
  replaced: 4014,
} as const;
export type CloseReason = keyof typeof CLOSE_CODES;

export type { Refusal };
