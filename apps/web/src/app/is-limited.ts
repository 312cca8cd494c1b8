import { RefusedError } from '@earworm/contracts';

/** Whoever asked may not, or no longer: asking again is of no use. */
export const isLimited = (error: unknown): boolean => error instanceof RefusedError && error.code === 'forbidden';
