import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

/** The texts of the stage. */
export const t = textsOf('stage', en);
