import {
  type Call,
  type ErrorCode,
  isErrorCode,
  recordedOf,
  RefusedError,
  type ReplyOf,
  type Route,
  type RouteName,
  type RouteReply,
  ROUTES,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, RequestIn } from '@earworm/service-kit/bus';
import { addRequestIds } from '@earworm/service-kit/log';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { ask, type AskOptions, askWithText } from '../calls/ask.js';
import { actOf, Audit } from '../calls/audit.js';
import { TOKENS } from '../gateway.tokens.js';
import { isChecked } from '../wire/json-thread.js';
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

/** The API, as the table of routes has it: who may ask, what exactly, and whether the audit log is told. */
@Injectable()
export class Api {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(TOKENS) private readonly tokens: TokenVerifier,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  /**
   * Answers one route of the table. Throws RefusedError; `audit-unavailable`: nothing was done. Where a route that is
   * recorded is not for administrators alone, one of them is served as anybody else first, so `work` must do nothing before
   * it is refused.
   */
  async serve<N extends RouteName>(
    name: N,
    request: Request,
    work: (asked: Asked<N>) => Promise<RouteReply<N>>,
  ): Promise<RouteReply<N>> {
    const asked = await this.#read(name, request);
    const recorded = recordedOf(ROUTES[name]);
    const { who } = asked;
    if (recorded === null || who === null) return work(asked);
    const fields = Object.assign({}, asked.params, asked.query, asked.body);
    const asAdmin = () => this.audit.record(actOf(recorded, who, fields), () => work(asked));
    const { insteadOf } = recorded;
    if (insteadOf === undefined) return asAdmin();
    try {
      return await work({ ...asked, who: { ...who, isAdmin: false } });
    } catch (error) {
      if (who.isAdmin && error instanceof RefusedError && insteadOf.includes(error.code)) return asAdmin();
      throw error;
    }
  }

  readonly ask = <C extends Call>(call: C, input: RequestIn<C>, options?: AskOptions): Promise<ReplyOf<C>> =>
    ask(this.bus, call, input, options);

  askWithText(call: Call, json: string, options?: AskOptions): Promise<string> {
    return askWithText(this.bus, call, json, options);
  }

  async #read<N extends RouteName>(name: N, request: Request): Promise<Asked<N>> {
    const route: Route = ROUTES[name];
    const who = await whoAsks(route, request, this.tokens);
    addRequestIds({ userId: who?.userId, gameId: request.params['gameId']?.toString() });
    const asked = {
      params: parse(route.params, request.params),
      query: parse(route.query, request.query),
      body: parse(route.body, request.body),
      who,
    };
    // The table is the one source of both: the schemas just used and these types.
    return asked as Asked<N>;
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
