export type Language = Record<string, Record<string, string>>;

/** Every language but English, each in a file of its own. */
export const languageFiles = import.meta.glob<{ default: Language }>('./languages/*.json');
