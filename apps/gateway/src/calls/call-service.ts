import { type Call, type ErrorCode, RefusedError, type ReplyOf } from '@earworm/contracts';
import { type Bus, BusError, type RequestIn } from '@earworm/service-kit/bus';

const TIMEOUT_MS = 5_000;

export interface CallServiceOptions {
  readonly failed?: ErrorCode;
  readonly timeoutMs?: number;
}

/** Throws `busy` on a timeout, `failed` when the service is unreachable. */
export async function callService<C extends Call>(
  bus: Bus,
  call: C,
  input: RequestIn<C>,
  { failed = 'unavailable', timeoutMs = TIMEOUT_MS }: CallServiceOptions = {},
): Promise<ReplyOf<C>> {
  try {
    return await bus.call(call, input, { timeoutMs });
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    throw new RefusedError(error.code === 'busy' ? 'busy' : failed);
  }
}
