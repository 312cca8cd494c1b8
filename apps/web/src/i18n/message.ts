import { type ErrorCode, messageOf as inEnglish, type Params } from '@earworm/contracts';
import { translated } from './texts.js';

/** The sentence for a code: in English the table's own, to the letter. */
export const messageOf = (code: ErrorCode, params: Params = {}) =>
  translated('messages', code, params) ?? inEnglish(code, params);
