import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

/** The texts of the buzzer and the desk. */
export const t = textsOf('play', en);
