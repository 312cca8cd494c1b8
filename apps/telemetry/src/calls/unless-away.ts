import { RefusedError } from '@earworm/contracts';

/** How node-postgres and Postgres say that there is no connection, or not any more. */
const AWAY_CODE = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08|57P0|53300)/;
const AWAY_SENTENCE = /connection terminated|timeout exceeded|connection error|not queryable|has ended/i;

/** A database that is away is a refusal, `unavailable`; whatever else goes wrong stays what it is. */
export async function unlessAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAway(error) ? new RefusedError('unavailable') : error;
  }
}

function isAway(error: unknown): boolean {
  if (!Error.isError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return AWAY_CODE.test(code) || AWAY_SENTENCE.test(error.message);
}
