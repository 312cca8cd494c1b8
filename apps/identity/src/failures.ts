import {
  RefusedError,
  requestReset,
  signIn,
  signInAsGuest,
  signUp,
  type Call,
  type ErrorCode,
} from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';

/** The refusal of a call that failed through no fault of the caller; all others: `unavailable`. */
const REFUSALS = new Map<Call, ErrorCode>([
  [signInAsGuest, 'guest-failed'],
  [signIn, 'sign-in-failed'],
  [signUp, 'sign-up-failed'],
  [requestReset, 'reset-failed'],
]);

/** A database error quotes its parameters, e-mails among them: only its name and message may be logged. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';

export function logFailedCall(log: Kit['log'], call: Call, error: unknown): void {
  log.error({ call: call.subject, reason: reasonOf(error) }, 'a call failed');
}

export function toRefusal(error: unknown, call: Call, { log }: Pick<Kit, 'log'>): RefusedError {
  if (error instanceof RefusedError) return error;
  logFailedCall(log, call, error);
  return new RefusedError(REFUSALS.get(call) ?? 'unavailable');
}
