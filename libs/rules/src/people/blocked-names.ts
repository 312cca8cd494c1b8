import { latinOf, visible } from '../names.js';
import { ALLOWED, BLOCKED_ANYWHERE, BLOCKED_WORDS } from './blocked-words.js';

/** Digits and signs that stand for a letter. A star stands for any vowel. */
const WRITTEN_FOR: Readonly<Record<string, string>> = {
  a: '@4*',
  b: '86',
  c: '(¢',
  e: '3€*',
  g: '69',
  h: '#',
  i: '|1!*',
  l: '|1!',
  o: '0*',
  s: '5$',
  t: '7+',
  u: 'v*',
  z: '2',
};
/** Letters that resemble a Latin one less than those that make two names equal, or have no decomposition. */
const RESEMBLING = new Map(
  Object.entries({
    a: 'ᴀ∂',
    ae: 'æ',
    b: 'вьβʙ',
    c: 'ᴄ',
    d: 'đðᴅ',
    e: 'εєᴇ',
    f: 'ƒғ',
    g: 'ɢ',
    h: 'нħʜ',
    i: 'ιɪ',
    j: 'ᴊ',
    k: 'кκᴋ',
    l: 'łʟ',
    m: 'мᴍ',
    n: 'пηɴ',
    o: 'øᴏ',
    oe: 'œ',
    p: 'ᴘ',
    r: 'гяʀ',
    s: 'ςꜱ',
    ss: 'ß',
    t: 'тτŧᴛ',
    u: 'иμᴜ',
    v: 'ᴠ',
    w: 'ωᴡ',
    y: 'ʏ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((each) => [each, latin])),
);

/** The first of the letters A to Z in alphabets of emoji: regional indicators, in black circles, in black squares. */
const EMOJI_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170];
const LETTER_A = 0x61;

function fromEmoji(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = EMOJI_ALPHABETS.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCodePoint(LETTER_A + code - first);
}

/** The small Latin letter that this character looks like; for a single stroke `|`, which may be an i or an l. */
function letterOf(character: string): string {
  if (DIGIT.test(character)) return character;
  const letter = fromEmoji(character);
  const latin = latinOf(letter);
  const small = latin.toLowerCase();
  return latin === letter ? (RESEMBLING.get(small) ?? small) : small;
}

const DIGIT = /\d/u;
const MARKS = /\p{M}/gu;

const SEPARATORS = /[^\p{L}\p{N}@*(¢€|!$+# ]+/gu;

/** A name in small Latin letters, digits and signs. A dot takes the place of what else separates letters. */
const folded = (name: string): string =>
  Array.from(visible(name).normalize('NFKD').replace(MARKS, ''), letterOf)
    .join('')
    .replace(/\s+/gu, ' ')
    .replace(SEPARATORS, '.');

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

/** What may be between the letters of a word, in a class of characters. */
const WITHIN = '@*(¢€|!$+#.';
/** Before a word begins or after it ends. A digit within a word stands for a letter, one beside it is a number. */
const BEGIN = '(?<![\\p{L}|])(?<!\\d(?=\\d))';
const END = '(?![\\p{L}|])(?!(?<=\\d)\\d)';
/** Fewer letters in several words would be found in ordinary names: "Go OK". */
const LONG = 5;

/** The letters of a word, each written by anything that looks like it, repeated, and with these characters between. */
const spelled = (word: string, between: string, least: '' | '+'): string =>
  Array.from(word, (letter) => {
    const one = escaped(letter + (WRITTEN_FOR[letter] ?? ''));
    return least === '' ? `[${one}][${one}${between}]*` : `[${one}]+`;
  }).join(least === '' ? '' : `[${between}]+`);

interface Pattern {
  readonly regex: RegExp;
  readonly letters: ReadonlySet<string>;
}

function patternOf(word: string, isWord: boolean): Pattern {
  const asWord = (letters: string) => `${BEGIN}${letters}${END}`;
  const inSeveralWords = word.length < LONG ? spelled(word, `${WITHIN} `, '+') : spelled(word, `${WITHIN} `, '');
  const inOneWord = spelled(word, WITHIN, '');
  const regex = new RegExp(`${isWord ? asWord(inOneWord) : inOneWord}|${asWord(inSeveralWords)}`, 'gu');
  return { regex, letters: new Set(word) };
}

const lettersIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...text,
    ...Object.entries(WRITTEN_FOR).flatMap(([letter, signs]) =>
      [...signs].some((each) => text.includes(each)) ? letter : [],
    ),
  ]);

/** Few words have all their letters in a name: only these are searched. A number is no word: 455. */
function holdsOneOf(patterns: readonly Pattern[], text: string): boolean {
  const held = lettersIn(text);
  return patterns.some(
    ({ regex, letters }) =>
      [...letters].every((letter) => held.has(letter)) &&
      Array.from(text.matchAll(regex)).some(([found]) => /[\p{L}|]/u.test(found)),
  );
}

const allowedPattern = (words: string) =>
  new RegExp(
    words.replace(/[il]/gu, (letter) => `[${letter}|]`),
    'gu',
  );

interface Patterns {
  readonly blocked: readonly Pattern[];
  readonly allowed: readonly RegExp[];
}

let builtIn: Patterns | undefined;
// Not when the module is loaded: a browser that shows a game has no use for them.
const patterns = (): Patterns =>
  (builtIn ??= {
    blocked: [
      ...BLOCKED_ANYWHERE.map((word) => patternOf(word, false)),
      ...BLOCKED_WORDS.map((word) => patternOf(word, true)),
    ],
    allowed: ALLOWED.map(allowedPattern),
  });

const ofOperators = new WeakMap<readonly string[], readonly Pattern[]>();

/** A short word that operators add is blocked as a word, a longer one wherever it is. */
function patternsOf(words: readonly string[]): readonly Pattern[] {
  const cached = ofOperators.get(words);
  if (cached !== undefined) return cached;
  const plain = words.map((word) =>
    folded(word)
      .replaceAll('|', 'l')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  const list = plain.filter((word) => word !== '').map((word) => patternOf(word, word.length < LONG));
  ofOperators.set(words, list);
  return list;
}

/** Whether a name holds a word of the block list, or one of these, however its letters are written, repeated or separated. */
export function isBlockedName(name: string, words: readonly string[] = []): boolean {
  const { blocked, allowed } = patterns();
  const text = folded(name);
  const checked = allowed.reduce((left, each) => left.replace(each, ' '), text);
  return holdsOneOf(blocked, checked) || holdsOneOf(patternsOf(words), text);
}
