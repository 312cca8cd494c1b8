import { z } from 'zod';
import type { ErrorCode } from './error-table.js';

/** A request-reply call from one service to another. Caller and handler share this definition. */
export interface Call<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  /** Codes that the handler may refuse with. The bus can add its own, such as `unavailable`. */
  readonly errors: readonly ErrorCode[];
  /**
   * Between modules of one process, request and reply are passed without copying or validation: the caller has
   * validated the request, and neither side changes the objects. Over the network it has no effect.
   */
  readonly byReference?: true;
}

export const defineCall = <Request extends z.ZodType, Reply extends z.ZodType>(call: Call<Request, Reply>) => call;

/** Defines a call with `byReference`. */
export const defineCallByReference = <Request extends z.ZodType, Reply extends z.ZodType>(call: Call<Request, Reply>) =>
  ({ ...call, byReference: true }) as const satisfies Call<Request, Reply>;

export type RequestOf<C extends Call> = z.infer<C['request']>;
export type ReplyOf<C extends Call> = z.infer<C['reply']>;

/** Number of shards that games are hashed onto. A replica of the game service owns a shard while it holds its lock. */
export const SHARDS = 64;

/**
 * The shard of a game, from 0: FNV-1a over the UTF-16 units of its id, modulo SHARDS. Must be the same in every process
 * and release, because it is part of bus subjects.
 */
export function shardOf(gameId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < gameId.length; i++) hash = Math.imul(hash ^ gameId.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % SHARDS;
}

const shardCalls = new WeakMap<Call, Call[]>();

/** A call to the owner of one shard: `subject.shard`. Returns the same object for the same arguments. */
export function onShard<C extends Call>(call: C, shard: number): C {
  let ofShards = shardCalls.get(call);
  if (ofShards === undefined) shardCalls.set(call, (ofShards = []));
  return (ofShards[shard] ??= { ...call, subject: `${call.subject}.${shard}` }) as C;
}

/** Search text in a query string; empty by default. Control characters are refused. */
export const searchText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u)
    .default('');

/** Page number in a query string, from 1. */
export const PageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

/** Idempotency key made by the client: a request that arrives twice with the same id is carried out once. */
export const CommandId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** Secret in a link to the stage: 24 random bytes, base64url. */
export const StageKey = z.string().regex(/^[\w-]{32}$/);

const isZone = (timeZone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/** An IANA time zone that this process knows. */
export const TimeZone = z.string().max(64).refine(isZone, 'must be a time zone such as Europe/Berlin');
