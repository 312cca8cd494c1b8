import en from './en.json' with { type: 'json' };
import { textsOf } from './texts.js';

/** The texts of the shell and of what features share. */
export const t = textsOf('shared', en);
