import { describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import { dark, light } from '../../apps/web/src/platform/theme/palette.js';

interface Colors {
  readonly Color: new () => { parseString(value: string): void };
  getContrast(background: unknown, foreground: unknown): number;
}
// Its types leave this part out.
const { Color, getContrast } = (axe.commons as unknown as { readonly color: Colors }).color;

/** Its centre lies above the page: at the page's top it is already so far between its first two colours. */
const SKY = /70% at 50% -10%, (?<first>#\w{6}) 0, (?<second>#\w{6}) 42%/;
const SKY_AT_TOP = 10 / 70 / 0.42;

/** Also those of a gradient, which axe cannot judge on a page. */
function coloursOf(value: string): string[] {
  const colours: string[] = value.match(/#[\da-f]{6}/g) ?? [];
  const sky = SKY.exec(value)?.groups;
  return sky ? [mixed(sky.first!, sky.second!, SKY_AT_TOP), ...colours.slice(1)] : colours;
}
const mixed = (from: string, to: string, share: number) =>
  `rgb(${[1, 3, 5]
    .map((at) => {
      const [start, end] = [from, to].map((colour) => parseInt(colour.slice(at, at + 2), 16)) as [number, number];
      return Math.round(start + (end - start) * share);
    })
    .join(', ')})`;
const parsed = (value: string) => {
  const colour = new Color();
  colour.parseString(value);
  return colour;
};

const ANY_SIZE = ['text', 'dim', 'nowText', 'youText', 'rightText', 'wrongText'] as const;
const LARGE_TEXT_OR_EDGE = ['nowLarge', 'edge'] as const;
const BEHIND = ['ground', 'sky', 'floor', 'card', 'raised', 'lit'] as const;
const PAIRS = [
  ...ANY_SIZE.flatMap((front) => BEHIND.map((behind) => [front, behind, 4.5] as const)),
  ...LARGE_TEXT_OR_EDGE.flatMap((front) => BEHIND.map((behind) => [front, behind, 3] as const)),
  ['tileText', 'tile', 4.5],
  ['onNow', 'now', 4.5],
  ['onRight', 'right', 4.5],
  ['onWrong', 'wrong', 4.5],
] as const;

describe.each(Object.entries({ dark, light }))('colours of the %s theme', (_, palette) => {
  it('reach the contrast that text of their size and edges of controls need on every background', () => {
    const tooLow = PAIRS.flatMap(([front, behind, least]) =>
      coloursOf(palette[behind]).map((background) => {
        const contrast = getContrast(parsed(background), parsed(palette[front]));
        return contrast < least ? `${front} on ${behind} ${background}: ${contrast.toFixed(2)} of ${least}` : '';
      }),
    );
    expect(tooLow.filter(Boolean)).toEqual([]);
  });
});
