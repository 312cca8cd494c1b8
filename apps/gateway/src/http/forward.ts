import type { Call, ReplyOf, RouteName, RouteReply, UserId } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { RequestIn } from '@earworm/service-kit/bus';
import type { Request } from 'express';
import type { CallServiceOptions } from '../calls/call-service.js';
import type { RouteInput } from './api.js';

type CallService = <C extends Call>(call: C, input: RequestIn<C>, options?: CallServiceOptions) => Promise<ReplyOf<C>>;
/** How a route is answered by one call. */
export type Forwarded = {
  readonly [N in RouteName]?: (call: CallService, input: RouteInput<N>, request: Request) => Promise<RouteReply<N>>;
};

export const actorOf = ({ userId, isAdmin, isGuest, name }: Principal) => ({
  userId: userId as UserId,
  isAdmin,
  isGuest,
  name,
});

/** Reading a private template is an audited act, so starting one needs none of the admin's rights. */
export const withoutRole = (user: Principal) => ({ ...actorOf(user), isAdmin: false });
