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

/** What may be between the letters of a word. */
const WITHIN: ReadonlySet<string> = new Set('@*(¢€|!$+#.');
const APART: ReadonlySet<string> = new Set([...WITHIN, ' ']);
const LETTER = /[\p{L}|]/u;
/** Fewer letters in several words would be found in ordinary names: "Go OK". */
const LONG = 5;

interface Pattern {
  /** For each letter of the word, what stands for it. */
  readonly sets: readonly ReadonlySet<string>[];
  /** Each once. */
  readonly letters: readonly string[];
  /** It is blocked as a word only. */
  readonly isWord: boolean;
  /** A number is no word: 455. */
  readonly needsLetter: boolean;
}

function patternOf(word: string, isWord: boolean): Pattern {
  const sets = Array.from(word, (letter) => new Set(letter + (WRITTEN_FOR[letter] ?? '')));
  return { sets, letters: [...new Set(word)], isWord, needsLetter: LETTER.test(word) };
}

const lettersIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...text,
    ...Object.entries(WRITTEN_FOR).flatMap(([letter, signs]) =>
      [...signs].some((each) => text.includes(each)) ? letter : [],
    ),
  ]);

/** A word ends beside no letter. A digit within a word stands for a letter, one beside it is a number. */
const isEdge = (inner: string, outer: string | undefined): boolean =>
  outer === undefined || (!LETTER.test(outer) && !(DIGIT.test(outer) && DIGIT.test(inner)));

interface How {
  readonly between: ReadonlySet<string>;
  /** Something must be between two letters. */
  readonly isApart: boolean;
  readonly isWord: boolean;
}

const NO_LETTER = 1;
const WITH_LETTER = 2;

/**
 * Whether the text holds the letters of the pattern in order, each repeated, with these characters between. It goes through
 * the text once, whatever is in it: an expression with as many ways to match would not end.
 */
function holds(text: readonly string[], { sets, needsLetter }: Pattern, { between, isApart, isWord }: How): boolean {
  const count = sets.length;
  // How far the word has got: at its nth letter, or behind it. Bits: whether one of its characters was a letter.
  let [atLetter, nextAt] = [new Uint8Array(count + 1), new Uint8Array(count + 1)];
  let [behind, nextBehind] = [new Uint8Array(count + 1), new Uint8Array(count + 1)];
  let isBegun = false;
  for (const [place, character] of text.entries()) {
    const begins = sets[0]!.has(character) && (!isWord || isEdge(character, text[place - 1]));
    if (!isBegun && !begins) continue;
    isBegun = true;
    nextAt.fill(0);
    nextBehind.fill(0);
    const isLetter = LETTER.test(character);
    const carried = (bits: number) => (bits !== 0 && isLetter ? WITH_LETTER : bits);
    const isBetween = between.has(character);
    for (let n = 1; n <= count; n++) {
      const [here, after] = [atLetter[n]!, behind[n]!];
      if (here === 0 && after === 0) continue;
      if (sets[n - 1]!.has(character) || (isBetween && !isApart)) nextAt[n]! |= carried(here);
      if (isBetween && isApart) nextBehind[n]! |= carried(here | after);
      if (n < count && sets[n]!.has(character)) nextAt[n + 1]! |= carried(isApart ? after : here);
    }
    if (begins) nextAt[1]! |= isLetter ? WITH_LETTER : NO_LETTER;
    [atLetter, nextAt] = [nextAt, atLetter];
    [behind, nextBehind] = [nextBehind, behind];
    const found = needsLetter ? atLetter[count]! & WITH_LETTER : atLetter[count]!;
    if (found !== 0 && (!isWord || isEdge(character, text[place + 1]))) return true;
  }
  return false;
}

/** Few words have all their letters in a name: only these are searched. */
function holdsOneOf(patterns: readonly Pattern[], text: string): boolean {
  const held = lettersIn(text);
  const characters = Array.from(text);
  return patterns.some((pattern) => {
    if (!pattern.letters.every((letter) => held.has(letter))) return false;
    const isApart = pattern.sets.length < LONG;
    return (
      holds(characters, pattern, { between: WITHIN, isApart: false, isWord: pattern.isWord }) ||
      holds(characters, pattern, { between: APART, isApart, isWord: true })
    );
  });
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
    // Small first: a capital I is folded to a single stroke.
    folded(word.toLowerCase())
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
