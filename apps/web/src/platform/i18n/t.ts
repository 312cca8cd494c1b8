import en from './en.json' with { type: 'json' };
import { textsOf, translated } from './texts.js';
import { type ErrorCode, messageOf as inEnglish, type Params, withDefaultWait } from '@earworm/contracts';

/** The texts of the shell and of what features share. */
export const t = textsOf('shared', en);

/** The sentence for a code: in English the table's own, to the letter. */
export const messageOf = (code: ErrorCode, params: Params = {}) =>
  translated('messages', code, withDefaultWait(code, params)) ?? inEnglish(code, params);
