import { type ErrorCode, type Params, RefusedError, UnknownRefusal } from '@earworm/contracts';
import { messageOf } from '../i18n/t.js';
import type { Tone } from './messages.js';

/** Codes that only say that something failed, not what: then the sentence of the action that failed says more. */
const SILENT: readonly ErrorCode[] = ['internal', 'unavailable', 'retry'];

/** A refusal's code, or that of the action that failed where the code itself says nothing. */
export const tellingCode = (code: ErrorCode, failed: ErrorCode): ErrorCode => (SILENT.includes(code) ? failed : code);

/** What an error says to a person: the table's sentence for its code, else the sentence of `fallback`. */
export function sayError(error: unknown, fallback: ErrorCode = 'internal'): string {
  if (!(error instanceof RefusedError)) return messageOf(fallback);
  return SILENT.includes(error.code) && fallback !== 'internal'
    ? messageOf(fallback)
    : messageOf(error.code, error.params);
}

/** What an error of signing in, up or out says: its own message where the table of messages has none for it. */
export function sayAuthError(error: unknown, failed: ErrorCode): string {
  if (error instanceof RefusedError && !(error instanceof UnknownRefusal)) return sayError(error, failed);
  return (error instanceof Error && error.message) || messageOf('auth-failed');
}

/** Shows a passing message. The screen part is fetched with the first one, so that no first load pays for it. */
export async function notify(text: string, tone: Tone = 'info', title?: string): Promise<void> {
  const { showMessage } = await import('./messages.js');
  showMessage(text, tone, title);
}

/** Shows a code of the table of messages. */
export const notifyRefusal = (code: ErrorCode, params?: Params) => notify(messageOf(code, params), 'error');

/** Shows what went wrong. */
export const notifyError = (error: unknown, fallback: ErrorCode = 'internal') =>
  notify(sayError(error, fallback), 'error');
