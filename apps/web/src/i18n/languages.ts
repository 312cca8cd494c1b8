import i18next from 'i18next';
import { onTexts, translateWith } from './texts.js';

const files = import.meta.glob<{ default: Record<string, Record<string, string>> }>('./languages/*.json');

/** Fetches the browser's first language that we have texts in; English is always there. */
export async function loadLanguage(): Promise<void> {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  const language = wanted.find((tag) => tag === 'en' || `./languages/${tag}.json` in files) ?? 'en';
  const file = await files[`./languages/${language}.json`]?.();
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources: file ? { [language]: file.default } : {},
    // React escapes what it draws.
    interpolation: { escapeValue: false },
  });
  onTexts((namespace, table) => i18next.addResourceBundle('en', namespace, table));
  document.documentElement.lang = language;
  translateWith((namespace, key, params) =>
    i18next.exists(key, { ns: namespace, ...params }) ? i18next.t(key, { ns: namespace, ...params }) : null,
  );
}
