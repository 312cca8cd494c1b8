import { textsOf } from '../../../i18n/texts.js';
import en from './en.json' with { type: 'json' };

export const t = textsOf('operations', en);

type Key = Parameters<typeof t>[0];
const isKey = (name: string): name is Key => Object.hasOwn(en, name);

/** What happened last in a game; an event that has no words yet says its own name. */
export const actionOf = (type: string): string => (isKey(type) ? t(type) : type);
