/** The languages other than English. */
export const LANGUAGE_TAGS = ['de'] as const;
export type LanguageTag = (typeof LANGUAGE_TAGS)[number];

const KEY = 'earworm.language';

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // For this page only.
  }
}

/** The chosen language, else the browser's first one that has texts. */
export function wantedLanguage(): string {
  const tags = [chosen(), ...navigator.languages].map((tag) => tag?.split('-')[0] ?? '');
  return tags.find((tag) => tag === 'en' || LANGUAGE_TAGS.some((known) => known === tag)) ?? 'en';
}
