import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBlockedName } from './blocked-names.js';
import { BLOCKED_ANYWHERE, BLOCKED_WORDS } from './blocked-words.js';

const ORDINARY = `
  Ada Alice Anna Annalena Analena Anaïs Annika Andrea Ben Cassandra Cassie Charlotte Clarissa Dick Dirk Emma Essex Fatma
  Fagott Fuchs Fiona Franziska Fritz Gassner Georg Glass Grace Günther Hancock Hans Harsch Heinrich Hitchcock Hoover
  Ignazio Jana Janus Jessica Jude Jürgen Kai Kassandra Klasse Kitty Lara Lasse Lena Lieselotte Luca Magnus Mandy Marsch
  Masset Massimo Matteo Matsushita Max McDonald Mia Minuten Moritz Moses Müller Nasser Neo Nele Nigel Niger Nigeria
  Niggemann Nutella Olaf Oscar Otto Paul Peacock Penistone Pia Pippi Rainer Raphael Renegerin Sarah Scunthorpe Semyon
  Sebastian Shirin Shitake Sussex Svenja Tassilo Therapist Titus Tobias Tom Ursula Vaseline Vanessa Vergaser Wassermann
  Wichmann Xavier Yusuf Yamashita Zoë Zoé Владимир Екатерина Настя Χαρά Γιώργος 田中 山田 محمد דוד Nguyễn Łukasz Øyvind
  Başak Çiğdem O'Brien Dänemark Assmann Kassel Massachusetts Cl4ss Bass Brassband Klassik Assistent Kompass Compass
  Trafficker Cocktail Dickens Buttermilk Constitution Titanic Grapes Raptor Skyscraper Analyst Analog Canal
  Kanalarbeiter Sextett Sexpistols Sex Heil Heilbronn Marsch Barsch Kirsche Sparschwein Ficus Ferdinand Transeuropa
`
  .trim()
  .split(/\s+/u);

const TEAMS = [
  ...['Quiz in my Pants', 'Les Quizerables', 'Go OK', 'Ho Mo Sapiens', 'Miss Hit Parade', 'As Smart As', 'Team 88'],
  ...['Has Hits', 'The Pen Is Mighty', 'Tequila Mockingbird', 'Die Ratefüchse', 'Quizzly Bears', 'Sex on the Beach'],
  ...['Summa cum laude', 'Maine Coon', 'Pussycat Dolls', 'Pussy Riot', 'Hey Jude', 'Sex Pistols', 'Glas Wasser'],
  ...['Die Besserwisser', 'Tisch 7', 'Table 1', 'Agatha Quiztie', 'Ratzfatz', 'Die Blindgänger', 'AC/DC', '1. FC Köln'],
  ...['Mass Hysteria', 'Class of 1999', 'Bass & Hi-Hat', 'S Club 7', 'A-ha', 'U2', 'Die Ärzte', 'Die Toten Hosen'],
  ...['Gin & Titonic', 'Schwanensee', 'Arschbombe', '🎸🎸🎸', '🇩🇪 Team', '1a', 'X Æ A-12', 'R.E.M.', 'D.I.S.C.O.'],
];

describe('the block list of names', () => {
  it.each([...ORDINARY, ...TEAMS])('allows %j', (name) => {
    expect(isBlockedName(name)).toBe(false);
  });

  it.each([
    ...[
      'fuck',
      'FUCK',
      'f.u.c.k',
      'f u c k',
      'f_u_c_k',
      'fuuuuck',
      'f*ck',
      'fück',
      'fυck',
      'ƒuck',
      'fvck',
      '🇫🇺🇨🇰',
      'ⓕⓤⓒⓚ',
    ],
    ...[
      'sh1t',
      'sh!t',
      'SHlT',
      'shit!',
      '$hit',
      'Bullshit',
      'a55',
      '@ss',
      'ass song',
      'the ass',
      'ass 2',
      'cock69',
      '69cock',
    ],
    ...[
      'n1gg3r',
      'nlgger',
      'пigger',
      'ass hole',
      'assh0les',
      'Sieg Heil',
      'h1tler',
      'Heil Hitler',
      'b i t c h',
      'c-u-n-t',
    ],
    ...[
      'Arschl0ch',
      'ARSCHLOCH',
      'Arsch loch',
      'Hurensöhne',
      'Hurens0hn',
      'Scheiße',
      'Scheisse',
      'F0tze',
      'Wichser2',
      'w1chser',
    ],
    ...['fick dich', 'F1ck', 'Ficken', 'Nutte', 'hure', 'Gaskammer', 'рussу', 'ＦＵＣＫ', '𝓯𝓾𝓬𝓴', 'f\u200buck', 'f̶u̶c̶k̶'],
  ])('blocks %j', (name) => {
    expect(isBlockedName(name)).toBe(true);
  });

  const LIKE: Readonly<Record<string, readonly string[]>> = {
    a: ['A', 'ä', 'á', 'а', 'α', '@', '4'],
    b: ['B', 'В', '8', 'β'],
    c: ['C', 'ç', 'с', 'С', '('],
    d: ['D', 'ԁ'],
    e: ['E', 'é', 'е', 'Ε', '3', '€'],
    f: ['F', 'ƒ'],
    g: ['G', 'ɡ', '9', '6'],
    h: ['H', 'һ', 'Н', 'н'],
    i: ['I', 'í', 'і', '1', '!', '|', 'l'],
    k: ['K', 'К', 'к', 'κ'],
    l: ['L', 'I', '1', '|', '!', 'ł'],
    m: ['M', 'М', 'м'],
    n: ['N', 'ñ', 'Ν', 'п'],
    o: ['O', 'ö', 'о', 'ο', '0', 'ø'],
    p: ['P', 'р', 'Р'],
    r: ['R', 'г', 'я'],
    s: ['S', 'ѕ', 'Ѕ', '5', '$', 'š'],
    t: ['T', 'Т', 'т', '7', '+'],
    u: ['U', 'ü', 'υ', 'v', 'и'],
    w: ['W', 'ԝ', 'ω'],
    x: ['X', 'х', 'χ'],
    y: ['Y', 'у', 'γ'],
    z: ['Z', 'ž', '2'],
  };
  const like = (letter: string) => fc.constantFrom(letter, ...(LIKE[letter] ?? []));
  const repeated = (letter: string) =>
    fc.array(like(letter), { minLength: 1, maxLength: 3 }).map((letters) => letters.join(''));
  const joined = (letters: readonly string[]) =>
    fc.oneof(
      fc.constant(letters.join('')),
      fc.constantFrom('.', '-', '_', ' ', ' . ', '·', '/').map((between) => letters.join(between)),
    );

  it('finds each of its words in every spelling that looks like it', () => {
    const list = [...BLOCKED_ANYWHERE, ...BLOCKED_WORDS];
    const spellings = fc
      .constantFrom(...list)
      .chain((word) => fc.tuple(...Array.from(word, repeated)))
      .filter((letters) => /\p{L}/u.test(letters.join('')))
      .chain(joined);
    fc.assert(
      fc.property(
        spellings,
        fc.constantFrom('', 'Team ', 'x.'),
        fc.constantFrom('', ' 1', '!'),
        (spelling, before, after) => {
          expect(isBlockedName(`${before}${spelling}${after}`)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('allows every number, alone and after a word', () => {
    const numbered = Array.from({ length: 10_000 }, (_, n) => [
      `${n}`,
      `Player ${n}`,
      `p${n}`,
      `Spieler${n}`,
      `${n}x`,
    ]).flat();
    expect(numbered.filter((name) => isBlockedName(name))).toEqual([]);
  });

  // An expression that tries every reading of every sign would not end within the test's timeout.
  it('ends for a name of signs that may be any letter of a word', () => {
    const words = ['iiiiiiiz', 'aeiou'.repeat(6), `${'i'.repeat(29)}z`];
    for (const sign of ['*', '!', '@', '.', '|', '*!', '‼', 'l!']) {
      expect(isBlockedName(sign.repeat(40))).toBe(false);
      expect(isBlockedName(`${sign.repeat(19)}?`, words)).toBe(false);
    }
  });

  it('finds a word of operators with a capital I, and one of digits alone', () => {
    expect(['idiot', 'ISIS', 'inge inzest'].map((name) => isBlockedName(name, ['Idiot', 'Isis', 'Inzest']))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['Max 88', '1488', '1888', '188'].map((name) => isBlockedName(name, ['88', '1488']))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('holds what operators add: short ones as words, longer ones wherever they are, in any spelling', () => {
    const words = ['Krabbe', 'tom', '!!'];
    expect(
      ['Krabbenbude', 'kr4bbe', 'K.r.a.b.b.e', 'Tom', 't0m', 'Team Tom'].map((name) => isBlockedName(name, words)),
    ).toEqual(Array.from({ length: 6 }, () => true));
    expect(['Tomate', 'Krabbe'].map((name, n) => isBlockedName(name, n === 0 ? words : []))).toEqual([false, false]);
  });
});
