import { type Call, type ErrorCode, RefusedError, type ReplyOf } from '@earworm/contracts';
import { type Bus, BusError, type RequestIn } from '@earworm/service-kit/bus';

const TIMEOUT_MS = 5_000;

export interface CallServiceOptions {
  readonly failed?: ErrorCode;
  readonly timeoutMs?: number;
}

/** Throws `busy` on a timeout, `failed` when the service is unreachable. */
export const callService = <C extends Call>(
  bus: Bus,
  call: C,
  input: RequestIn<C>,
  { failed, timeoutMs = TIMEOUT_MS }: CallServiceOptions = {},
): Promise<ReplyOf<C>> => orRefused(bus.call(call, input, { timeoutMs }), failed);

export const callServiceWithText = (
  bus: Bus,
  call: Call,
  json: string,
  { failed, timeoutMs = TIMEOUT_MS }: CallServiceOptions = {},
): Promise<string> => orRefused(bus.callWithText(call, json, { timeoutMs }), failed);

async function orRefused<T>(reply: Promise<T>, failed: ErrorCode = 'unavailable'): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    throw new RefusedError(error.code === 'busy' ? 'busy' : failed);
  }
}
