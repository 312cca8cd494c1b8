import { textsOf } from '../../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

export const t = textsOf('analytics', en);
