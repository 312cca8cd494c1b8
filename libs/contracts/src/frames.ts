import { z } from 'zod';
import { Command, DeskId, GameId, type GameView, type OwnSeat } from '@earworm/rules';
import { Delay } from './calls/rate-limit.js';
import { isErrorCode, type Refusal } from './errors.js';
import { OperationsFrame } from './operations.js';
import { CommandId, StageKey } from './call.js';

const Role = z.enum(['player', 'moderator', 'stage', 'observer']);

/** browser → server */
export const Hello = z.strictObject({
  type: z.literal('hello'),
  protocol: z.number().int(),
  rules: z.number().int(),
  token: z.string().max(6_000),
  gameId: GameId,
  as: Role,
  /** For `moderator`: which of the game's desks this is. */
  desk: DeskId.optional(),
  /** For `stage`, from anyone but the game's moderator. */
  stageKey: StageKey.optional(),
  /** What the client already has; the server goes on from there if it can. */
  since: z.strictObject({ logId: z.string().max(64), version: z.number().int().min(0) }).optional(),
});
export const OperationsHello = z.strictObject({
  type: z.literal('hello'),
  topic: z.literal('operations'),
  protocol: z.number().int(),
  token: z.string().max(6_000),
});
export const AuthFrame = z.strictObject({ type: z.literal('auth'), token: z.string().max(6_000) });
export const CommandFrame = z.strictObject({
  type: z.literal('command'),
  id: CommandId,
  command: Command,
});
export const Ping = z.strictObject({ type: z.literal('ping'), t: z.number(), version: z.number().int().min(0) });

export const ClientFrame = z.union([
  z.discriminatedUnion('type', [Hello, AuthFrame, CommandFrame, Ping]),
  OperationsHello,
]);
export type ClientFrame = z.infer<typeof ClientFrame>;
export type HelloFrame = z.infer<typeof Hello>;
export type OperationsHelloFrame = z.infer<typeof OperationsHello>;

/** server → browser */
const RefusalCode = z.string().refine(isErrorCode);
const loosely = <T>() => z.custom<T>((value) => typeof value === 'object');

export const SnapshotFrame = z.object({
  type: z.literal('snapshot'),
  logId: z.string(),
  version: z.number().int(),
  role: Role,
  now: z.number(),
  state: loosely<GameView>(),
  /** The player's own seat; null for other roles and before joining. */
  seat: loosely<OwnSeat | null>(),
  /** Who the token says is asking; later events are about this user's seat. */
  userId: z.string(),
});
/** From version `from` on, without a gap. A hello's answer is a snapshot or, from `since` on, one of these, perhaps empty. */
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
/** `now` is server time; `head` is the version that the game's owner last published, null before the first. */
export const Pong = z.object({
  type: z.literal('pong'),
  t: z.number(),
  now: z.number(),
  head: z.number().int().nullable(),
});
/** A command waits before it is answered, because many came from its address. */
export const DelayedFrame = Delay.extend({ type: z.literal('delayed'), id: z.string() });
/** The moderator gets the ids as well, up to 500. */
export const PresenceFrame = z.object({
  type: z.literal('presence'),
  online: z.number().int(),
  moderator: z.boolean(),
  users: z.array(z.string()).optional(),
  delayed: z.number().int().optional(),
});
/** A new token is wanted within `before` ms. */
export const AuthWanted = z.object({ type: z.literal('auth'), before: z.number() });
export const Bye = z.object({ type: z.literal('bye'), code: RefusalCode, retryInMs: z.number().nullable() });

export const ServerFrame = z.union([
  SnapshotFrame,
  EventsFrame,
  AnswerFrame,
  DelayedFrame,
  Pong,
  PresenceFrame,
  AuthWanted,
  Bye,
  OperationsFrame,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
export type Answer = z.infer<typeof AnswerFrame>;

export type { Refusal };
