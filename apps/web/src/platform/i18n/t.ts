import en from './en.json' with { type: 'json' };
import { textsOf, translated } from './texts.js';
import { type ErrorCode, messageOf as inEnglish, type Params, withDefaultWait } from '@earworm/contracts';

export const t = textsOf('shared', en);

export const messageOf = (code: ErrorCode, params: Params = {}) =>
  translated('messages', code, withDefaultWait(code, params)) ?? inEnglish(code, params);
