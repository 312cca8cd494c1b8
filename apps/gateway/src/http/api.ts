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
  type GameId,
  GameIdSchema,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, RequestIn } from '@earworm/service-kit/bus';
import { addRequestIds } from '@earworm/service-kit/log';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { callService, type CallServiceOptions } from '../calls/call-service.js';
import { actOf, Audit } from '../calls/audit.js';
import { principalOf } from './request-identity.js';

type Routes = typeof ROUTES;
type Parsed<N extends RouteName, Part extends string> =
  Routes[N] extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;
type User<N extends RouteName> = Routes[N]['access'] extends 'public' ? null : Principal;

export interface RouteInput<N extends RouteName> {
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly body: Parsed<N, 'body'>;
  readonly user: User<N>;
}

/** Serves routes that the gate has let in, by the route table: schemas and audit. */
@Injectable()
export class Api {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  /**
   * Throws RefusedError; `audit-unavailable`: nothing was done. On audited routes that are not admin-only, an
   * administrator is first served as any other user, so `work` must refuse before it changes anything.
   */
  async serve<N extends RouteName>(
    name: N,
    request: Request,
    work: (input: RouteInput<N>) => Promise<RouteReply<N>>,
  ): Promise<RouteReply<N>> {
    const input = this.#read(name, request);
    const recorded = recordedOf(ROUTES[name]);
    const { user } = input;
    if (recorded === null || user === null) return work(input);
    const fields = Object.assign({}, input.params, input.query, input.body);
    const asAdmin = () => this.audit.record(actOf(recorded, user, fields), () => work(input));
    const { insteadOf } = recorded;
    if (insteadOf === undefined) return asAdmin();
    try {
      return await work({ ...input, user: { ...user, isAdmin: false } });
    } catch (error) {
      if (user.isAdmin && error instanceof RefusedError && insteadOf.includes(error.code)) return asAdmin();
      throw error;
    }
  }

  readonly call = <C extends Call>(call: C, input: RequestIn<C>, options?: CallServiceOptions): Promise<ReplyOf<C>> =>
    callService(this.bus, call, input, options);

  #read<N extends RouteName>(name: N, request: Request): RouteInput<N> {
    const route: Route = ROUTES[name];
    const user = principalOf(request);
    addRequestIds({ userId: user?.userId, gameId: request.params['gameId']?.toString() });
    const input = {
      params: parse(route.params, request.params),
      query: parse(route.query, request.query),
      body: parse(route.body, request.body),
      user,
    };
    // Schemas and types come from the same table.
    return input as RouteInput<N>;
  }
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new RefusedError(codeIn(parsed.error));
  return parsed.data;
}

const codeIn = ({ issues }: z.ZodError): ErrorCode =>
  issues.map(({ message }) => message).find(isErrorCode) ?? 'bad-request';

export function gameIdOf(text: string): GameId {
  const parsed = GameIdSchema.safeParse(text);
  if (!parsed.success) throw new RefusedError('invalid-game-id');
  return parsed.data;
}
