/** Names say what a colour means, not how it looks. */
interface Palette {
  readonly ground: string;
  readonly sky: string;
  readonly floor: string;
  readonly card: string;
  readonly raised: string;
  readonly lit: string;
  readonly line: string;
  /** A border that identifies a control: 3:1 at least. */
  readonly edge: string;
  readonly text: string;
  readonly dim: string;
  readonly now: string;
  readonly nowText: string;
  /** For large text only, 3:1. */
  readonly nowLarge: string;
  readonly nowDeep: string;
  readonly onNow: string;
  readonly you: string;
  readonly youText: string;
  readonly right: string;
  readonly rightText: string;
  readonly onRight: string;
  readonly wrong: string;
  readonly wrongText: string;
  readonly onWrong: string;
  readonly tile: string;
  readonly tileText: string;
  readonly meter: string;
  readonly veil: string;
  readonly shadow: string;
}

export const dark: Palette = {
  ground: '#0f0a1c',
  sky: 'radial-gradient(120% 70% at 50% -10%, #3a2272 0, #1b1136 42%, #0f0a1c 78%)',
  floor: '#171029',
  card: '#20173a',
  raised: '#2b2050',
  lit: '#2b2050',
  line: '#40326b',
  edge: '#7f6bb8',
  text: '#f6f2ff',
  dim: '#b6a9d6',
  now: '#ffb52e',
  nowText: '#ffc65c',
  nowLarge: '#ffb52e',
  nowDeep: '#c46a00',
  onNow: '#2b1600',
  you: '#46e5df',
  youText: '#46e5df',
  right: '#37d67a',
  rightText: '#4fe08d',
  onRight: '#052b14',
  wrong: '#ff5967',
  wrongText: '#ff8088',
  onWrong: '#2b0307',
  tile: 'linear-gradient(#332561, #241a46)',
  tileText: '#ffd27a',
  meter: '#7a63c9',
  veil: '#ffffff10',
  shadow: '0 18px 50px #0009',
};

export const light: Palette = {
  ground: '#f6f2fd',
  sky: 'radial-gradient(120% 70% at 50% -10%, #ddccff 0, #eee6fd 42%, #f6f2fd 78%)',
  floor: '#efe8fb',
  card: '#ffffff',
  raised: '#ece4fb',
  lit: '#ffffff',
  line: '#d9cdf1',
  edge: '#816fae',
  text: '#1d1236',
  dim: '#5d4f82',
  now: '#ffb52e',
  nowText: '#8f4b00',
  nowLarge: '#ad5700',
  nowDeep: '#c46a00',
  onNow: '#2b1600',
  you: '#15b3ad',
  youText: '#056a66',
  right: '#37c971',
  rightText: '#0b6b38',
  onRight: '#052b14',
  wrong: '#ff6a76',
  wrongText: '#b3182a',
  onWrong: '#2b0307',
  tile: 'linear-gradient(#ffffff, #f3edff)',
  tileText: '#6a3a00',
  meter: '#9a84dd',
  veil: '#6a45c410',
  shadow: '0 18px 50px #3a227226',
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `nowText` becomes `--ew-now-text`. */
export const asVariables = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--ew-${kebab(name)}`, String(value)]));
