export type Language = Record<string, Record<string, string>>;

export const languageFiles = import.meta.glob<{ default: Language }>('./languages/*.json');
