import type { Figures, Mode } from './duels.js';
import type { LiarFigures } from './liars.js';

/** What a corrected order must reach where both buzzes arrive within the hold, and a liar must not. */
export const TARGETS = { from50: 0.99, from20: 0.95, flagged: 0.9 } as const;

/** How often the truly first was named, of duels within the hold whose touches were this far apart, ms. */
export function rightShare(duels: readonly Figures[], mode: Mode, from: number, to = Infinity): number {
  const wanted = duels.filter(({ gap }) => gap[0] >= from && gap[1] <= to);
  const sum = (of: (figures: Figures) => number) => wanted.reduce((total, each) => total + of(each), 0);
  return sum(({ right }) => right[mode]) / sum(({ held }) => held);
}

/** Mistakes made, divided by those that the targets allow: the worst of them. */
export function worstRatio(duels: readonly Figures[], liars: readonly LiarFigures[]): number {
  const mistakes = (share: number, target: number) => (1 - share) / (1 - target);
  return Math.max(
    mistakes(rightShare(duels, 'corrected', 50), TARGETS.from50),
    mistakes(rightShare(duels, 'corrected', 20, 50), TARGETS.from20),
    ...liars.filter(({ isPage }) => isPage).map(({ flagged }) => mistakes(flagged, TARGETS.flagged)),
  );
}
