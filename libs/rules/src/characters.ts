// Firefox before 125 has none: code points are counted there, which is stricter.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/** As people count them: a flag or a family is one, and so is a letter with its accents. */
export function* charactersOf(text: string): Iterable<string> {
  if (segmenter === null) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The longest beginning of whole characters for which `fits` holds. */
export function longestBeginning(text: string, fits: (beginning: string) => boolean): string {
  if (fits(text)) return text;
  let beginning = '';
  for (const character of charactersOf(text)) {
    if (!fits(beginning + character)) break;
    beginning += character;
  }
  return beginning;
}

/** Cut to at most `max` UTF-16 units, never within a character. */
export const cutText = (text: string, max: number): string => longestBeginning(text, ({ length }) => length <= max);

const bytesOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** In UTF-8; these rules have no TextEncoder. */
export const byteLength = (text: string): number =>
  Array.from(text, (each) => bytesOf(each.codePointAt(0) ?? 0)).reduce((sum, bytes) => sum + bytes, 0);
