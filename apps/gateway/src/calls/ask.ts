import { type Call, type ErrorCode, RefusedError, type ReplyOf } from '@earworm/contracts';
import { type Bus, BusError, type RequestIn } from '@earworm/service-kit/bus';

export interface AskOptions {
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
