import { languageNow } from '../../platform/i18n/texts.js';

/** Offered by name; other codes are shown as they are. */
const CODES =
  'ar bg ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );

export const languageName = (code: string): string =>
  new Intl.DisplayNames([languageNow()], { type: 'language' }).of(code) ?? code;

/** Sorted by name in the reader's language. */
export const languageChoices = (codes: readonly string[] = CODES) =>
  codes
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, languageNow()));
