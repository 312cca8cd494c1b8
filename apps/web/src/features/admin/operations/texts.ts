import { textsOf } from '../../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };

export const t = textsOf('operations', en);

type Key = Parameters<typeof t>[0];
const isKey = (name: string): name is Key => Object.hasOwn(en, name);

/** Codes of later releases are shown as they are. */
export const limitName = (code: string): string => (isKey(code) ? t(code) : code);

/** Events of later releases are shown as they are. */
export const actionOf = (type: string): string => (isKey(type) ? t(type) : type);
