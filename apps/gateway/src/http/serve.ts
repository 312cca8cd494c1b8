import {
  type Call,
  type ErrorCode,
  isErrorCode,
  recordedOf,
  type RecordedRoute,
  RefusedError,
  type ReplyOf,
  type Route,
  type RouteName,
  type RouteReply,
  ROUTES,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { type Bus, BusError, type RequestIn } from '@earworm/service-kit/bus';
import { learnIds } from '@earworm/service-kit/log';
import type { Request } from 'express';
import type { z } from 'zod';
import { isChecked } from '../wire/json-thread.js';
import { actOf, type Audit } from '../calls/audit.js';
import { whoAsks } from './who-asks.js';

type Routes = typeof ROUTES;
type Parsed<N extends RouteName, Part extends string> =
  Routes[N] extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;
type Who<N extends RouteName> = Routes[N]['access'] extends 'public' ? null : Principal;

export interface Asked<N extends RouteName> {
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly body: Parsed<N, 'body'>;
  readonly who: Who<N>;
}

/** Answers one route of the table: who asks, what exactly, then the work. Throws RefusedError. */
export async function serve<N extends Exclude<RouteName, RecordedRoute>>(
  name: N,
  request: Request,
  tokens: TokenVerifier,
  work: (asked: Asked<N>) => Promise<RouteReply<N>>,
): Promise<RouteReply<N>> {
  return work(await read(name, request, tokens));
}

/**
 * The same for a route whose requests are recorded. Where it is not for administrators alone, one of them is served as
 * anybody else first, so `work` must do nothing before it is refused; `audit-unavailable`: nothing was done.
 */
export async function serveRecorded<N extends RecordedRoute>(
  name: N,
  request: Request,
  { tokens, audit }: { readonly tokens: TokenVerifier; readonly audit: Audit },
  work: (asked: Asked<N>) => Promise<RouteReply<N>>,
): Promise<RouteReply<N>> {
  const asked = await read(name, request, tokens);
  const who = asked.who as Principal;
  const recorded = recordedOf(ROUTES[name]);
  if (recorded === null) throw new Error(`${name} records nothing`);
  const fields = Object.assign({}, asked.params, asked.query, asked.body);
  const asAdmin = () => audit.record(actOf(recorded, who, fields), () => work(asked));
  const { insteadOf } = recorded;
  if (insteadOf === undefined) return asAdmin();
  try {
    return await work({ ...asked, who: { ...who, isAdmin: false } as Who<N> });
  } catch (error) {
    if (who.isAdmin && error instanceof RefusedError && insteadOf.includes(error.code)) return asAdmin();
    throw error;
  }
}

async function read<N extends RouteName>(name: N, request: Request, tokens: TokenVerifier): Promise<Asked<N>> {
  const route: Route = ROUTES[name];
  const who = await whoAsks(route, request, tokens);
  learnIds({ userId: who?.userId, gameId: request.params['gameId']?.toString() });
  const asked = {
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body),
    who,
  };
  // The table is the one source of both: the schemas just used and these types.
  return asked as Asked<N>;
}

interface AskOptions {
  readonly failed?: ErrorCode;
  readonly timeoutMs?: number;
}

/** A call that is not answered in time is refused with `busy`, one whose callee is not there with `failed`. */
export function ask<C extends Call>(
  bus: Bus,
  call: C,
  input: RequestIn<C>,
  { failed, timeoutMs = 5_000 }: AskOptions = {},
): Promise<ReplyOf<C>> {
  return orRefused(bus.call(call, input, { timeoutMs }), failed);
}

/** The same with JSON texts, for what is long and only passed on. */
export function askWithText(
  bus: Bus,
  call: Call,
  json: string,
  { failed, timeoutMs = 5_000 }: AskOptions = {},
): Promise<string> {
  return orRefused(bus.callWithText(call, json, { timeoutMs }), failed);
}

async function orRefused<T>(reply: Promise<T>, failed: ErrorCode = 'unavailable'): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    throw new RefusedError(error.code === 'busy' ? 'busy' : failed);
  }
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  if (isChecked(value)) return value;
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new RefusedError(codeIn(parsed.error));
  return parsed.data;
}

/** A schema may name the refusal of what breaks it; of several the first, in the order of its fields. */
const codeIn = ({ issues }: z.ZodError): ErrorCode =>
  issues.map(({ message }) => message).find(isErrorCode) ?? 'bad-request';
