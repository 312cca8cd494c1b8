/**
 * Writes src/platform/theme/fonts: of each font, the letters that every page shows in one small file, and the rare ones in
 * files that a page loads where it shows one. Run it again when a language or a weight is added.
 */
/* global document, FontFace -- of the browser's page */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import subsetFont from 'subset-font';

const OUT = new URL('../src/platform/theme/fonts/', import.meta.url);
const { resolve } = createRequire(import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** Letters and figures of English and German, and the marks of their texts. */
const COMMON = [
  ...range(0x30, 0x39),
  ...range(0x41, 0x5a),
  ...range(0x61, 0x7a),
  ...[..." .,:;!?-–—·…’‘“”„'()/&+−ÄÖÜäöüß\u00a0"].map((letter) => letter.codePointAt(0)),
];
/** What the packages call Latin. */
const LATIN = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ...[0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329],
  ...range(0x2000, 0x206f),
  ...[0x20ac, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215, 0xfeff, 0xfffd],
];
const RARE = LATIN.filter((code) => !COMMON.includes(code));

/** Widths of Helvetica, and so of Arial, in thousandths; the shares of letters in English texts. */
const SHARES =
  'eeeeeeeeeeeettttttttttaaaaaaaaoooooooooiiiiiiiinnnnnnnnssssssrrrrrrhhhhhhddddlllluucccmmmwwffggyyppbbvk            ';
const ARIAL = {
  400: {
    i: 222,
    l: 222,
    t: 278,
    f: 278,
    ' ': 278,
    r: 333,
    c: 500,
    k: 500,
    s: 500,
    v: 500,
    y: 500,
    w: 722,
    m: 833,
    other: 556,
  },
  700: {
    i: 278,
    l: 278,
    ' ': 278,
    f: 333,
    t: 333,
    r: 389,
    a: 556,
    c: 556,
    e: 556,
    k: 556,
    s: 556,
    v: 556,
    y: 556,
    w: 778,
    m: 889,
    other: 611,
  },
};

const FONTS = [
  {
    name: 'figtree',
    family: 'Figtree',
    weight: 400,
    weights: [400, 800],
    ascent: 950,
    descent: 250,
    others: ['latin-ext'],
  },
  {
    ...{ name: 'unbounded', family: 'Unbounded', weight: 700, weights: [600, 800], ascent: 995, descent: 245 },
    others: ['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'],
  },
];

const hex = (code) => code.toString(16);
function unicodeRange(codes) {
  const runs = [];
  for (const code of codes.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === code - 1) run[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}

const face = ({ family, weights }, url, codes) => `@font-face {
  font-family: '${family} Variable';
  font-style: normal;
  font-display: swap;
  font-weight: ${weights.join(' ')};
  src: url(${url}) format('woff2');
  unicode-range: ${codes};
}
`;

/** Of a text as wide as the letters of a page, in thousandths of its size. */
async function widthOf(page, { family, weight }, file) {
  const source = `data:font/woff2;base64,${file.toString('base64')}`;
  return page.evaluate(
    async ([name, bold, url, text]) => {
      const loaded = new FontFace(name, `url(${url})`, { weight: '100 900' });
      document.fonts.add(await loaded.load());
      const context = document.createElement('canvas').getContext('2d');
      context.font = `${bold} 1000px ${name}`;
      return context.measureText(text).width;
    },
    [family, weight, source, SHARES],
  );
}

const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
});
const page = await browser.newPage();
await mkdir(OUT, { recursive: true });
let css = '/* Written by scripts/draw-fonts.mjs. */\n';
for (const font of FONTS) {
  const { name, family, weight, weights } = font;
  const folder = `@fontsource-variable/${name}/files/${name}`;
  const whole = await readFile(resolve(`${folder}-latin-wght-normal.woff2`));
  const [min, max] = weights;
  for (const [part, codes] of Object.entries({ common: COMMON, rare: RARE })) {
    const text = String.fromCodePoint(...codes);
    const file = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: { min, max } } });
    await writeFile(new URL(`${name}-${part}.woff2`, OUT), file);
    css += face(font, `./${name}-${part}.woff2`, unicodeRange(codes));
    if (part === 'common') {
      const arial = [...SHARES].reduce((sum, letter) => sum + (ARIAL[weight][letter] ?? ARIAL[weight].other), 0);
      const size = (await widthOf(page, font, file)) / arial;
      const percent = (thousandths) => `${(thousandths / size / 10).toFixed(1)}%`;
      // As wide and as high, so that nothing moves when the font has come.
      css += `@font-face {
  font-family: '${family} Fallback';
  src: local('Arial${weight === 700 ? ' Bold' : ''}'), local('Roboto${weight === 700 ? ' Bold' : ''}');
  size-adjust: ${(size * 100).toFixed(1)}%;
  ascent-override: ${percent(font.ascent)};
  descent-override: ${percent(font.descent)};
  line-gap-override: 0%;
}
`;
    }
  }
  const packaged = await readFile(resolve(`@fontsource-variable/${name}/wght.css`), 'utf8');
  for (const other of font.others) {
    const codes = packaged.split('@font-face').find((rule) => rule.includes(`/${name}-${other}-wght`));
    css += face(font, `${folder}-${other}-wght-normal.woff2`, /unicode-range: ([^;]+);/.exec(codes)[1]);
  }
}
await browser.close();
await writeFile(new URL('fonts.css', OUT), css);
