import { useSyncExternalStore } from 'react';

type Params = Readonly<Record<string, string | number>>;
type Table = Readonly<Record<string, string>>;
/** `players_one` and `players_other` are looked up as `players` with a `count`. */
type KeyOf<T> = keyof T extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K extends string
      ? K
      : never
  : never;
export type Translate<T> = (key: KeyOf<T>, params?: Params) => string;
export type Translator = (namespace: string, key: string, params: Params) => string | null;

const NONE: Params = {};
const tables = new Map<string, Table>();
const tableListeners = new Set<(namespace: string, table: Table) => void>();
const redraw = new Set<() => void>();
let translator: Translator | null = null;
let spoken = 'en';

export const languageNow = () => spoken;

/** For dates and numbers: the browser's own variant of the language, such as en-GB. */
export const localeNow = () =>
  navigator.languages.find((tag) => tag.split('-')[0] === spoken && isLocale(tag)) ?? spoken;

/** Some systems report names such as en-US@posix, which Intl refuses. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates a right-to-left name, which would reorder the text around it. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

const isolate = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  );

function english(table: Table, key: string, params: Params): string {
  const counted = 'count' in params ? `${key}_${params.count === 1 ? 'one' : 'other'}` : key;
  const text = table[counted] ?? table[key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** English from the table until the translator has loaded, then the chosen language. */
export function textsOf<const T extends Table>(namespace: string, table: T): Translate<T> {
  tables.set(namespace, table);
  for (const listener of tableListeners) listener(namespace, table);
  return (key, params) => {
    const isolated = params === undefined ? NONE : isolate(params);
    return translator?.(namespace, key, isolated) ?? english(table, key, isolated);
  };
}

export const translated: Translator = (namespace, key, params) => translator?.(namespace, key, params) ?? null;

export function onTexts(listener: (namespace: string, table: Table) => void): void {
  tables.forEach((table, namespace) => listener(namespace, table));
  tableListeners.add(listener);
}

export function translateWith(next: Translator, language: string): void {
  translator = next;
  spoken = language;
  for (const listener of redraw) listener();
}

const subscribe = (listener: () => void) => {
  redraw.add(listener);
  return () => void redraw.delete(listener);
};
export const useTranslator = () => useSyncExternalStore(subscribe, () => translator);
