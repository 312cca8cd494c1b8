import i18next from 'i18next';
import { onTexts, translateWith } from './texts.js';
import { keepLanguage, type LanguageTag, wantedLanguage } from './wanted-language.js';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Each is loaded when it is chosen. */
const FILES: Readonly<Record<LanguageTag, () => Promise<{ readonly default: Texts }>>> = {
  de: () => import('./languages/de.json', { with: { type: 'json' } }),
};
export const LANGUAGES: Readonly<Partial<Record<string, (typeof FILES)[LanguageTag]>>> = FILES;

let loading: Promise<void> | null = null;

/** Once; after a failure the next call tries again. */
export function loadLanguage(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const language = wantedLanguage();
  const file = await LANGUAGES[language]?.();
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources: file ? { [language]: file.default } : {},
    // React escapes.
    interpolation: { escapeValue: false },
  });
  onTexts((namespace, table) => {
    i18next.addResourceBundle('en', namespace, table);
    // In development a table may be replaced.
    cache.clear();
  });
  speak(language);
}

export async function chooseLanguage(language: string): Promise<void> {
  keepLanguage(language);
  // The user may choose before the languages are loaded.
  await loadLanguage();
  const file = await LANGUAGES[language]?.();
  for (const [namespace, table] of Object.entries(file?.default ?? {})) {
    i18next.addResourceBundle(language, namespace, table);
  }
  await i18next.changeLanguage(language);
  speak(language);
}

/** Looked-up texts, so that a buzz does not wait for i18next. Cleared when full. */
const CACHE_MAX = 2_000;
const cache = new Map<string, string | null>();

function speak(language: string): void {
  document.documentElement.lang = language;
  cache.clear();
  translateWith((namespace, key, params) => {
    const cacheKey = `${namespace} ${key} ${Object.entries(params).join()}`;
    const cached = cache.get(cacheKey);
    if (cached !== undefined) return cached;
    const options = { ns: namespace, ...params };
    const text = i18next.exists(key, options) ? i18next.t(key, options) : null;
    if (cache.size >= CACHE_MAX) cache.clear();
    if (text !== null) cache.set(cacheKey, text);
    return text;
  }, language);
}
