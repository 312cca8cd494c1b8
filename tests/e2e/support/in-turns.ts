import { expect } from '@jest/globals';
import { said, share } from './frames.js';

/** What is no slower than this is shown with the same frame or the next one: no eye tells them apart. */
const FRAME_MS = 1_000 / 60;
/** By so much figures of the same deed differ on a machine that does other things meanwhile. */
export const BY_CHANCE = 1.5;

export interface SideBySide {
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/** The same deed where little is and where much is, in turns: what else the machine does meets both alike. */
export async function inTurns(
  turns: number,
  small: (turn: number) => Promise<readonly number[]>,
  large: (turn: number) => Promise<readonly number[]>,
): Promise<SideBySide> {
  const figures: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let turn = 0; turn < turns; turn++) {
    figures.small.push(...(await small(turn)));
    figures.large.push(...(await large(turn)));
  }
  return figures;
}

/** What half of the large one's figures may reach, ms, when size is not felt. */
const mostFor = ({ small }: SideBySide): number => share(small) * BY_CHANCE + FRAME_MS;

/** Fails when size is felt; says the figures either way. */
export function expectAlike(what: string, { small, large }: SideBySide): void {
  process.stderr.write(`${what}: ${said(large)} (small: ${said(small)})\n`);
  expect(share(large)).toBeLessThanOrEqual(mostFor({ small, large }));
}
