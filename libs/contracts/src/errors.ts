import { type ErrorCode, ERRORS } from './error-table.js';

/** Values for the placeholders of an error message, by name. `n` is a number of seconds or of things. */
export type Params = Readonly<Record<string, string | number>>;

/** Seconds to wait if a refusal does not give them; undefined for a code without a wait. */
export const defaultWaitOf = (code: ErrorCode): number | undefined => entryOf(code).wait;

/** Falls back to `internal`, because a newer server may send a code that this release does not know. */
const entryOf = (code: ErrorCode) => ERRORS[isErrorCode(code) ? code : 'internal'];

/** Adds `n`, the default wait in seconds, if the code has one and the params do not. */
export function withDefaultWait(code: ErrorCode, params: Params): Params {
  const wait = defaultWaitOf(code);
  const seconds = params['n'];
  const hasWait = typeof seconds === 'number' ? seconds > 0 : Boolean(seconds);
  return wait === undefined || hasWait ? params : { ...params, n: wait };
}

/** The message that screens show for a code. Placeholders without a value are replaced by nothing. */
export function messageOf(code: ErrorCode, params: Params = {}): string {
  const filled = withDefaultWait(code, params);
  return (entryOf(code).message || ERRORS.internal.message).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(filled[name] ?? ''),
  );
}

/** A page is built without most messages in what it loads first, and adds them from the whole table. */
export function addMessages(table: typeof ERRORS): void {
  for (const [code, entry] of Object.entries(table)) if (isErrorCode(code)) Object.assign(ERRORS[code], entry);
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** An option for a schema: input that fails it is refused with this code instead of `bad-request`. */
export const refusedWith = (code: ErrorCode) => ({ error: code });

export interface Refusal {
  readonly code: ErrorCode;
  readonly params?: Params;
}

/** An expected refusal, sent to the caller with its code. Any other error is a bug and is answered with `internal`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly code: ErrorCode,
    readonly params: Params = {},
  ) {
    super(messageOf(code, params));
  }
}

/** A refusal with a code that this release does not know. The message is the server's; it may be empty. */
export class UnknownRefusal extends RefusedError {
  constructor(message: string) {
    super('unavailable');
    this.message = message;
  }
}
