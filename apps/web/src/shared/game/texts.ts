import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

/** Texts that the desk and the buzzer share. */
export const t = textsOf('game', en);
