import { textsOf } from '../../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

export const t = textsOf('operations', en);

type Key = Parameters<typeof t>[0];
const isKey = (name: string): name is Key => Object.hasOwn(en, name);

/** A limit by the code of its refusal; one of a newer release shows the code itself. */
export const limitName = (code: string): string => (isKey(code) ? t(code) : code);

/** What happened last in a game; an event of a newer release shows its own name. */
export const actionOf = (type: string): string => (isKey(type) ? t(type) : type);
