import { byteLength, charactersOf, longestBeginning } from './characters.js';
import { NAME_MAX_BYTES, NAME_MAX_LENGTH } from './constants.js';
import type { RejectionCode } from './rejections.js';
import { cleanText } from './texts.js';

/** Drawn as nothing, and neither a space nor ignorable by its Unicode property: a Braille blank and a blank note head. */
const BLANK = /[\u{2800}\u{1D159}]/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Invisible as well, but they join letters of some scripts and make one emoji of several. */
const JOINERS = /\u{200C}|\u{200D}|\u{FE0E}|\u{FE0F}|[\u{E0020}-\u{E007F}]/u;

/** More would be drawn over the lines above and below. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;
/** What phones and chats turn into links: a name may stand on a projector. */
const WEB_ADDRESS = /:\/\/|(?:^|[^\p{L}\p{N}])www\./iu;

export const visible = (text: string): string => text.replace(INVISIBLE, '').replace(BLANK, ' ').trim();

/** Whether a name is short enough: 20 characters as people count them. */
export const fitsName = (name: string): boolean =>
  name.length <= NAME_MAX_LENGTH ||
  // An emoji may consist of any number of others: the longest snapshot must fit into a message.
  (byteLength(name) <= NAME_MAX_BYTES && [...charactersOf(name)].length <= NAME_MAX_LENGTH);

/** The longest beginning that with `end` is short enough for a name, never cut within a character. */
export const cutName = (name: string, end = ''): string =>
  longestBeginning(name, (beginning) => fitsName(beginning + end));

/** One line of text as it is kept: single spaces, nothing invisible except what joins letters or emoji. May be empty. */
export function cleanLine(typed: string): string {
  const line = cleanText(typed.replace(INVISIBLE, (each) => (JOINERS.test(each) ? each : '')).replace(BLANK, ' '))
    .replace(/\s+/gu, ' ')
    .replace(MARKS_TOO_MANY, '$1');
  return visible(line) === '' ? '' : line;
}

/** A player's or moderator's name as it is kept, or why it is none; without a web address. */
export function cleanName(typed: string): { readonly name: string } | { readonly refused: RejectionCode } {
  const name = cleanLine(typed);
  if (name === '') return { refused: 'name-required' };
  if (WEB_ADDRESS.test(name.normalize('NFKC'))) return { refused: 'name-link' };
  return fitsName(name) ? { name } : { refused: 'name-too-long' };
}

/** From Unicode's confusables (UTS 39); capital and small letters apart: Cyrillic В looks like B, в does not look like b. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  // One stroke in a face without serifs. Not a letter, or folding case would make it equal to a capital L.
  '|': 'lI1ӀӏІΙ',
  A: 'АΑᎪꓮ',
  B: 'ВΒᏴꓐ',
  C: 'СᏟꓚ',
  D: 'Ꭰꓓ',
  E: 'ЕΕᎬꓰ',
  F: 'Ϝꓝᖴ',
  G: 'ԌᏀꓖ',
  H: 'НΗᎻꓧ',
  J: 'ЈͿᎫꓙ',
  K: 'КΚᏦꓗ',
  M: 'МΜᎷꓟ',
  N: 'Νꓠ',
  O: '0ОΟՕꓳ',
  P: 'РΡᏢꓑ',
  Q: 'Ԛ',
  S: 'ЅᏚꓢՏ',
  T: 'ТΤᎢꓔ',
  U: 'Սꓴ',
  V: 'ѴᏙꓦ',
  W: 'ԜᎳꓪ',
  X: 'ХΧꓫ',
  Y: 'УΥҮꓬ',
  Z: 'ΖᏃꓜ',
  a: 'аɑα',
  c: 'с',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡ',
  h: 'һհ',
  i: 'іı',
  j: 'јϳ',
  n: 'ո',
  o: 'оοօσ',
  p: 'рρ',
  q: 'ԛգ',
  s: 'ѕ',
  u: 'սυ',
  v: 'ѵν',
  w: 'ԝա',
  x: 'хχ',
  y: 'уγү',
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((each) => [each, latin])),
);

/** The Latin letter that this one looks like, `|` for a single stroke. */
export const latinOf = (letter: string): string => LATIN.get(letter) ?? letter;

const caseless = (text: string): string => text.toUpperCase().toLowerCase();

export interface NameKey {
  /** Equal when they differ in case, width and invisible characters only. */
  readonly spelled: string;
  readonly seen: string;
}

export function nameKey(name: string): NameKey {
  const plain = visible(name.normalize('NFKC')).replace(/\s+/gu, ' ');
  return {
    spelled: caseless(plain).normalize('NFKC'),
    // Apart from their accents, so that a letter of another script under an accent is found too.
    seen: caseless(Array.from(plain.normalize('NFKD'), latinOf).join('')).normalize('NFC'),
  };
}

export const sameName = (one: NameKey, other: NameKey): boolean =>
  one.spelled === other.spelled || one.seen === other.seen;
