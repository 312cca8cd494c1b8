import { z } from 'zod';
import type { ErrorCode } from './errors.js';

/** One remote call, defined once for both ends. `errors`: the codes of its refusals besides the bus's own. */
export interface Call<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly errors: readonly ErrorCode[];
  /**
   * Within a process, request and reply are passed as they are: the caller has checked the request with its schema, and
   * neither side changes them. Over a network this makes no difference.
   */
  readonly byReference?: true;
}

export const defineCall = <Request extends z.ZodType, Reply extends z.ZodType>(call: Call<Request, Reply>) => call;

/** A call whose requests and replies are passed by reference within a process. */
export const defineCallByReference = <Request extends z.ZodType, Reply extends z.ZodType>(call: Call<Request, Reply>) =>
  ({ ...call, byReference: true }) as const satisfies Call<Request, Reply>;

export type RequestOf<C extends Call> = z.infer<C['request']>;
export type ReplyOf<C extends Call> = z.infer<C['reply']>;

/** Games hash onto this many shards; a replica owns a shard while it holds its lock. */
export const SHARDS = 64;

/** FNV-1a over the id's UTF-16 units, modulo SHARDS. The same in every process and release: it names bus subjects. */
export function shardOf(gameId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < gameId.length; i++) hash = Math.imul(hash ^ gameId.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % SHARDS;
}

const shardCalls = new WeakMap<Call, Call[]>();

/** A call that only a shard's owner answers: the subject of one shard of it. The same object each time. */
export function onShard<C extends Call>(call: C, shard: number): C {
  let ofShards = shardCalls.get(call);
  if (ofShards === undefined) shardCalls.set(call, (ofShards = []));
  return (ofShards[shard] ??= { ...call, subject: `${call.subject}.${shard}` }) as C;
}

/** A text to search for, as a query carries it: control characters are refused. */
export const searchText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u)
    .default('');

/** A page of a list, as a query carries it. */
export const PageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

/** Made by the client: a request that is sent twice is done once. */
export const CommandId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** What a link to the stage carries: 24 random bytes. */
export const StageKey = z.string().regex(/^[\w-]{32}$/);
