import { ERRORS, RefusedError } from '@earworm/contracts';

/** The user lacks the permission, or has lost it. */
export const isLimited = (error: unknown): boolean => error instanceof RefusedError && error.code === 'forbidden';

/** What was asked for is refused for good: asking again gives the same answer. */
export const isSettled = (error: unknown): boolean => error instanceof RefusedError && ERRORS[error.code].http < 500;
