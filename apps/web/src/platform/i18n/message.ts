import { type ErrorCode, messageOf as inEnglish, type Params, withDefaultWait } from '@earworm/contracts';
import { translated } from './texts.js';

/** The sentence for a code: in English the table's own, to the letter. */
export const messageOf = (code: ErrorCode, params: Params = {}) =>
  translated('messages', code, withDefaultWait(code, params)) ?? inEnglish(code, params);
