import { textsOf } from '../../i18n/texts.js';
import en from './en.json' with { type: 'json' };

export const t = textsOf('guest', en);
