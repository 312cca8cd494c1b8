import type { Call, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Bus, EncodedReply } from '../bus/port.js';

type Answer<C extends Call> = ReplyOf<C> | EncodedReply | undefined;
type Handler<C extends Call> = (request: RequestOf<C>, shard: number) => Promise<Answer<C>> | Answer<C>;

export type Serve = Parameters<Bus['serve']>[1];

const handled = new WeakMap<object, { readonly call: Call; readonly method: string | symbol }[]>();

export const Handles =
  <C extends Call>(call: C) =>
  <H extends Handler<C>>(prototype: object, method: string | symbol, _: TypedPropertyDescriptor<H>): void => {
    handled.set(prototype, [...(handled.get(prototype) ?? []), { call, method }]);
  };

export const callsOf = (
  handler: object,
): { readonly call: Call; readonly answer: (request: never, shard: number) => ReturnType<Serve> }[] =>
  (handled.get(Object.getPrototypeOf(handler)) ?? []).map(({ call, method }) => ({
    call,
    answer: Reflect.get(handler, method).bind(handler),
  }));
