import { type ErrorCode, ERRORS } from './error-table.js';

export { type ErrorCode, ERRORS } from './error-table.js';

export type Params = Readonly<Record<string, string | number>>;

/** Seconds to wait where a refusal names none; undefined: its message needs none. */
export const defaultWaitOf = (code: ErrorCode): number | undefined => entryOf(code).wait;

/** A newer server may send a code that this release does not know. */
const entryOf = (code: ErrorCode) => ERRORS[isErrorCode(code) ? code : 'internal'];

export function withDefaultWait(code: ErrorCode, params: Params): Params {
  const wait = defaultWaitOf(code);
  const seconds = params['n'];
  const hasWait = typeof seconds === 'number' ? seconds > 0 : Boolean(seconds);
  return wait === undefined || hasWait ? params : { ...params, n: wait };
}

/** The exact sentence for a code. Placeholders without a value stay empty. */
export function messageOf(code: ErrorCode, params: Params = {}): string {
  const filled = withDefaultWait(code, params);
  return entryOf(code).message.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? ''));
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

export interface Refusal {
  readonly code: ErrorCode;
  readonly params?: Params;
}

/** Anything else that is thrown is a bug and is answered `internal`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly code: ErrorCode,
    readonly params: Params = {},
  ) {
    super(messageOf(code, params));
  }
}

/** A code that this release does not know; its message is the server's, or empty. */
export class UnknownRefusal extends RefusedError {
  constructor(message: string) {
    super('unavailable');
    this.message = message;
  }
}
