import { analyse } from 'chardet';
import { type Encoding, ENCODINGS } from './encodings.js';

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /** Nothing else was possible; otherwise people are shown the choice. */
  readonly certain: boolean;
  /** Some lines had another encoding than the rest. */
  readonly mixed: boolean;
}

/** Spreadsheets save the code pages of Windows, of which these are near subsets. */
const WINDOWS: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-5': 'windows-1251',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};
/** What Windows uses in the languages of a browser. */
const OF_LANGUAGE: Readonly<Record<string, Encoding>> = {
  ...same('windows-1250', 'pl cs sk hu sl hr ro sq bs'),
  ...same('windows-1251', 'ru uk be bg mk sr kk'),
  ...same('windows-1253', 'el'),
  ...same('windows-1254', 'tr az'),
  ...same('windows-1255', 'he'),
  ...same('windows-1256', 'ar fa ur'),
  ...same('windows-1257', 'lt lv et'),
  ...same('windows-1258', 'vi'),
  ...same('windows-874', 'th'),
  ...same('shift_jis', 'ja'),
  ...same('euc-kr', 'ko'),
  ...same('gb18030', 'zh'),
};
/** How much more likely the encoding of the browser's language is, in points of the detector's confidence. */
const LANGUAGE_BONUS = 15;
const SAMPLE_BYTES = 64 * 1024;
/** Control characters except white space; those above 127 result from a wrong guess between encodings. */
const NO_TEXT = /(?![\t-\r\u007f-\u009f])\p{Cc}/u;

function same(encoding: Encoding, languages: string): Record<string, Encoding> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, encoding]));
}

/** Null for bytes that are not text. */
export function decodeText(bytes: Uint8Array, languages: readonly string[], wanted?: Encoding): DecodedText | null {
  const found = wanted === undefined ? detected(bytes, languages) : decoded(bytes, wanted, false);
  return found === null || NO_TEXT.test(found.text) ? null : { ...found, text: found.text.replace(/^\uFEFF/, '') };
}

function detected(bytes: Uint8Array, languages: readonly string[]): DecodedText | null {
  const unicode = utf16Of(bytes) ?? 'utf-8';
  const text = strictly(bytes, unicode);
  if (text !== null) return { text, encoding: unicode, certain: true, mixed: false };
  // The zeros of a picture or a program; text in any of the encodings below has none.
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return null;
  const best = guessed(bytes, languages);
  return withMixedLines(bytes, best) ?? decoded(bytes, best, false);
}

function decoded(bytes: Uint8Array, encoding: Encoding, mixed: boolean): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, certain: false, mixed };
}

function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function guessed(bytes: Uint8Array, languages: readonly string[]): Encoding {
  const own = languages.map((language) => OF_LANGUAGE[language.toLowerCase().split('-')[0] ?? '']);
  const preferred = own.find((encoding) => encoding !== undefined) ?? 'windows-1252';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // Of the whole and of its foreign words alone: the ASCII between them says something about the language, and a lot of it
  // hides the rest.
  const scores = new Map<Encoding, number>([[preferred, LANGUAGE_BONUS]]);
  for (const { name, confidence } of [...analyse(sample), ...analyse(foreignWords(sample))]) {
    const encoding = WINDOWS[name.toLowerCase()] ?? ENCODINGS.find((each) => each === name.toLowerCase());
    if (encoding !== undefined) scores.set(encoding, (scores.get(encoding) ?? 0) + confidence);
  }
  const likely = [...scores].sort((one, other) => other[1] - one[1]).map(([encoding]) => encoding);
  return likely.find((encoding) => strictly(sample, encoding) !== null) ?? likely[0] ?? preferred;
}

/** The words that are not ASCII alone: headings and links say nothing about an encoding, and are most of a list. */
function foreignWords(bytes: Uint8Array): Uint8Array {
  const words: number[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== undefined && !isBetweenWords(byte)) continue;
    const word = bytes.subarray(start, at);
    if (word.some((each) => each > 127)) words.push(...word, 32);
    start = at + 1;
  }
  return Uint8Array.from(words);
}

/** Blanks, line ends and what separates cells. */
const isBetweenWords = (byte: number) => byte <= 32 || byte === 44 || byte === 59;

/** Part of the lines is UTF-8, the rest is not: text from two places. Null when hardly any line is UTF-8. */
function withMixedLines(bytes: Uint8Array, rest: Encoding): DecodedText | null {
  const parts: string[] = [];
  let [good, bad, start] = [0, 0, 0];
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) continue;
    const line = bytes.subarray(start, at + 1);
    const isForeign = line.some((byte) => byte > 127);
    const text = isForeign ? strictly(line, 'utf-8') : null;
    if (text !== null) good += 1;
    else if (isForeign) bad += 1;
    parts.push(text ?? new TextDecoder(rest).decode(line));
    start = at + 1;
  }
  return good > 0 && good * 4 >= bad ? { text: parts.join(''), encoding: rest, certain: false, mixed: true } : null;
}

/** By its byte order mark, or by the zeros in every other byte of Latin letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null;
  const sample = bytes.subarray(0, 200);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  if (zeros[1]! > sample.length / 4) return 'utf-16le';
  return zeros[0]! > sample.length / 4 ? 'utf-16be' : null;
}
