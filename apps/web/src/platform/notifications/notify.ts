import { type ErrorCode, type Params, RefusedError, UnknownRefusal } from '@earworm/contracts';
import { messageOf } from '../i18n/t.js';
import type { Tone } from './messages.js';

/** Codes that do not say what failed. */
const SILENT: readonly ErrorCode[] = ['internal', 'unavailable', 'retry'];

export const specificCode = (code: ErrorCode, failed: ErrorCode): ErrorCode => (SILENT.includes(code) ? failed : code);

export function errorText(error: unknown, fallback: ErrorCode = 'internal'): string {
  if (!(error instanceof RefusedError)) return messageOf(fallback);
  return SILENT.includes(error.code) && fallback !== 'internal'
    ? messageOf(fallback)
    : messageOf(error.code, error.params);
}

/** The provider's own message for errors that the table does not know. */
export function authErrorText(error: unknown, failed: ErrorCode): string {
  if (error instanceof RefusedError && !(error instanceof UnknownRefusal)) return errorText(error, failed);
  return (error instanceof Error && error.message) || messageOf('auth-failed');
}

/** The messages chunk is fetched with the first one. */
export async function notify(text: string, tone: Tone = 'info', title?: string): Promise<void> {
  const { showMessage } = await import('./messages.js');
  showMessage(text, tone, title);
}

export const notifyRefusal = (code: ErrorCode, params?: Params) => notify(messageOf(code, params), 'error');

export const notifyError = (error: unknown, fallback: ErrorCode = 'internal') =>
  notify(errorText(error, fallback), 'error');
