import { z } from 'zod';
import { Command, DeskId, GameId, type GameView, joinFields, NAME_MAX_UNITS, type OwnSeat } from '@earworm/rules';
import { JoinInfo } from './calls/game.js';
import { Tokens } from './calls/identity.js';
import { Delay } from './calls/rate-limit.js';
import { isErrorCode, type Refusal } from './errors.js';
import { OperationsFrame } from './operations.js';
import { ShowId } from './show.js';
import { ShowFrame } from './show-frame.js';
import { CommandId, StageKey } from './call.js';
import { CONNECTION_QUALITIES } from './connection-quality.js';

/** Longer than any code that is typed, and than a signature. */
const GAME_CODE_MAX = 64;
const Role = z.enum(['player', 'moderator', 'stage', 'observer']);

/* From the browser to the gateway. */

/** The first frame on a socket. Answered with a snapshot or events, or with `bye`. */
export const Hello = z.strictObject({
  type: z.literal('hello'),
  /** PROTOCOL_VERSION of the client. */
  protocol: z.number().int(),
  /** RULES of the client. A client with other rules than the server's gets snapshots instead of events. */
  rules: z.number().int(),
  token: z.string().max(6_000),
  gameId: GameId,
  as: Role,
  /** Only for `moderator`: the id of this desk, as a game may have several. */
  desk: DeskId.optional(),
  /** Only for `stage`; required unless the user is the moderator of the game. */
  stageKey: StageKey.optional(),
  /** What the client already has. The server sends only later events if it still has them, otherwise a snapshot. */
  since: z.strictObject({ logId: z.string().max(64), version: z.number().int().min(0) }).optional(),
});
/** The first frame of an administrator who watches the services instead of a game. */
export const OperationsHello = z.strictObject({
  type: z.literal('hello'),
  topic: z.literal('operations'),
  protocol: z.number().int(),
  token: z.string().max(6_000),
});
/** The first frame of a member of an event's staff who watches its rooms. */
export const ShowHello = z.strictObject({
  type: z.literal('hello'),
  topic: z.literal('show'),
  protocol: z.number().int(),
  token: z.string().max(6_000),
  showId: ShowId,
});
/**
 * The first frame of a person about to join, without a token; again for each other code or name that is typed.
 * Answered with `game`.
 */
export const Arrive = z.strictObject({
  type: z.literal('arrive'),
  protocol: z.number().int(),
  rules: z.number().int(),
  /** As typed. */
  code: z.string().max(GAME_CODE_MAX),
  /** Of the code, from a link. */
  signature: z.string().max(GAME_CODE_MAX).optional(),
  /** A name that may have a seat in the game. */
  name: z.string().max(NAME_MAX_UNITS).optional(),
});
/**
 * Takes a seat in the game of the last `game` frame. Without `token` the user becomes a guest. Answered with `entered`, or
 * with `answer` if the user could not be admitted; after `entered` the socket is that of a player who said hello.
 */
export const Enter = z.strictObject({
  type: z.literal('enter'),
  /** Of the command: the same one again takes the same seat. */
  id: CommandId,
  token: z.string().max(6_000).optional(),
  command: z.strictObject({ type: z.enum(['joinGame', 'requestSeat']), ...joinFields() }),
});
/** A new token of the same user, sent before the old one expires. */
export const AuthFrame = z.strictObject({ type: z.literal('auth'), token: z.string().max(6_000) });
/** A command to the game. Answered once by `id`; safe to resend with the same id. */
export const CommandFrame = z.strictObject({
  type: z.literal('command'),
  id: CommandId,
  command: Command,
});
/**
 * `t`: the client's time in ms, returned in the pong. `version`: the version that the client has. `measure`: the pong has a
 * `nonce`. Only players of games with `settings.buzzOrder` send it, and only to a gateway with their own RULES.
 */
export const Ping = z.strictObject({
  type: z.literal('ping'),
  t: z.number(),
  version: z.number().int().min(0),
  measure: z.literal(true).optional(),
});
/** Answers a pong with `nonce` at once. `at`: the client's monotonic clock in ms, the same as of `touchedMs` of a buzz. */
export const Echo = z.strictObject({ type: z.literal('echo'), nonce: z.number().int(), at: z.number() });

export const ClientFrame = z.union([
  z.discriminatedUnion('type', [Hello, Arrive, Enter, AuthFrame, CommandFrame, Ping, Echo]),
  OperationsHello,
  ShowHello,
]);
export type ClientFrame = z.infer<typeof ClientFrame>;
export type HelloFrame = z.infer<typeof Hello>;
/**
 * Points of `requests-of-user` that each frame costs at one gateway; before there is a user, its device pays, or else its
 * address. A buzz has a limit of its own and never waits for these.
 */
export const FRAME_PRICES = {
  hello: 2,
  arrive: 1,
  enter: 3,
  auth: 2,
  command: 1,
  ping: 1,
  echo: 1,
} as const satisfies Record<ClientFrame['type'], number>;
export type ArriveFrame = z.infer<typeof Arrive>;
export type EnterFrame = z.infer<typeof Enter>;
export type OperationsHelloFrame = z.infer<typeof OperationsHello>;
export type ShowHelloFrame = z.infer<typeof ShowHello>;

/* From the gateway to the browser. */
const RefusalCode = z.string().refine(isErrorCode);
const loosely = <T>() => z.custom<T>((value) => typeof value === 'object');

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * The game of an `arrive`, or why there is none. `code` and `name` as they were sent: later ones may have been typed
 * meanwhile.
 */
export const GameFrame = z.discriminatedUnion('ok', [
  z.object({
    type: z.literal('game'),
    code: z.string(),
    name: z.string().optional(),
    ok: z.literal(true),
    game: JoinInfo,
  }),
  z.object({
    type: z.literal('game'),
    code: z.string(),
    name: z.string().optional(),
    ok: z.literal(false),
    refusal: z.object({ code: RefusalCode, params: Params.optional() }),
  }),
]);
/**
 * The answer to `enter`, in one write with the snapshot that follows. `tokens`: of a new guest. `refusal`: why the user has
 * no seat, such as `name-taken`; the user may send another `joinGame` or `requestSeat`.
 */
export const EnteredFrame = z.object({
  type: z.literal('entered'),
  id: z.string(),
  gameId: z.string(),
  userId: z.string(),
  tokens: Tokens.optional(),
  refusal: z.object({ code: RefusalCode, params: Params.optional() }).nullable(),
});
/** The full view of the role. Replaces everything that the client has. `now`: server time, ms since the epoch. */
export const SnapshotFrame = z.object({
  type: z.literal('snapshot'),
  logId: z.string(),
  version: z.number().int(),
  role: Role,
  now: z.number(),
  state: loosely<GameView>(),
  /** The player's own seat; null for other roles and for users who have not joined. */
  seat: loosely<OwnSeat | null>(),
  /** The user of the token. Later events change `seat` if they concern this user. */
  userId: z.string(),
  /** RULES of the server, only for a client with other rules. A client with older ones should load the page again. */
  rules: z.number().int().optional(),
});
/**
 * Consecutive events, the first of version `from`. Also answers a hello with `since` if the server still has all later
 * events; the list is then empty if the client is up to date.
 */
export const EventsFrame = z.object({
  type: z.literal('events'),
  logId: z.string(),
  from: z.number().int(),
  list: z.array(z.looseObject({ v: z.number().int() })),
});
/** The result of the command `id`: the version of the game after it, or the code of the refusal. */
export const AnswerFrame = z.discriminatedUnion('ok', [
  z.object({ type: z.literal('answer'), id: z.string(), ok: z.literal(true), version: z.number().int() }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    ok: z.literal(false),
    code: RefusalCode,
    params: Params.optional(),
  }),
]);
/**
 * `t`: from the ping. `now`: server time, ms since the epoch. `head`: the latest version that the owner of the game
 * has published; null if the gateway has not received one yet. `nonce`: to be echoed, after a ping with `measure`.
 */
export const Pong = z.object({
  type: z.literal('pong'),
  t: z.number(),
  now: z.number(),
  head: z.number().int().nullable(),
  nonce: z.number().int().optional(),
});
/**
 * The command or `enter` of this `id` waits in a queue, because too many arrive, or too many from the same address. Sent again
 * when the place has changed. Its answer follows.
 */
export const DelayedFrame = Delay.extend({ type: z.literal('delayed'), id: z.string() });
/** Connected users without the moderator: their number, and in the full view up to 500 of their ids. */
export const PresenceFrame = z.object({
  type: z.literal('presence'),
  online: z.number().int(),
  moderator: z.boolean(),
  users: z.array(z.string()).optional(),
  /** What the connection of each of `users` is like; full view only, absent in games that do not measure it. */
  connections: z.array(z.enum(CONNECTION_QUALITIES).nullable()).optional(),
  /** Connected members of the crew; full view only, absent while the owner is alone. */
  crew: z.array(z.string()).optional(),
  /** Joins that wait because too many came from one address; full view only, absent if there are none. */
  delayed: z.number().int().optional(),
});
/** Asks the client for a new token within `before` ms. */
export const AuthWanted = z.object({ type: z.literal('auth'), before: z.number() });
/** Sent before the server closes the socket. `retryInMs`: when to reconnect; null: do not. */
export const Bye = z.object({ type: z.literal('bye'), code: RefusalCode, retryInMs: z.number().nullable() });

export const ServerFrame = z.union([
  GameFrame,
  EnteredFrame,
  SnapshotFrame,
  EventsFrame,
  AnswerFrame,
  DelayedFrame,
  Pong,
  PresenceFrame,
  AuthWanted,
  Bye,
  OperationsFrame,
  ShowFrame,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
export type Answer = z.infer<typeof AnswerFrame>;

export type { Refusal };
