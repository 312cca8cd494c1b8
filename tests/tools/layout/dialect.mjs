/** Each stands for a term of the field, and none is one. */
const WORDS = [
  'turnstile',
  'doorkeeper',
  'whoever',
  'fallen',
  'giver',
  'patience',
  'hearing',
  'deaf',
  'owed',
  'surroundings',
  'revive',
  'somebody',
  'anybody',
  'everybody',
  'crowd',
  'stranger',
  'strangers',
  'piecework',
  'anew',
  'put aside',
  'comes late',
  'goes round',
  'thrown out',
  'turned away',
  'at the door',
  // A word of this list for each of: address limit, login throttle, quarantined or retired, built-in.
  'ceiling',
  'guesses',
  'aside',
  'house',
];
/** Stored, on the bus or in a configuration, or an HTML element: they cannot change. */
const FIXED =
  /GUESSES_WITHIN_MS|CEILING_\w+|\bceiling(?=:)|address-ceiling|clips-aside|game_aside|PutGamesAside\d+|isHouse|<\/?aside/g;
const pascal = (word) => word[0].toUpperCase() + word.slice(1);
/** Also as a part of an identifier: `fallenBehind`, `openTurnstile`. */
const PATTERN = new RegExp(
  WORDS.map(
    (word) => `(?<![A-Za-z])${word}(?![a-z])|${pascal(word)}(?![a-z])|(?<![A-Z])${word.toUpperCase()}(?![A-Z])`,
  ).join('|'),
  'g',
);

/** Where the text of a file has such a word. */
export const dialectIn = (path, text) =>
  text
    .replaceAll(FIXED, '')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(PATTERN)].map(([word]) => ({ path, line: index + 1, word: word.toLowerCase() })),
    );
