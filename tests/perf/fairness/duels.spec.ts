import { describe, expect, it } from '@jest/globals';
import { runDuels } from './duels.js';
import { runLiars } from './liars.js';
import { rightShare, TARGETS } from './targets.js';

/** By how much so few duels may miss what a hundred thousand reach. */
const BY_CHANCE = 0.01;

describe('the simulation of fairness', () => {
  const duels = runDuels(2_000, 1);

  it('names the truly first of two buzzes at least 50 ms apart nearly always, and far more often than arrival does', () => {
    expect(rightShare(duels, 'corrected', 50)).toBeGreaterThan(TARGETS.from50 - BY_CHANCE);
    expect(rightShare(duels, 'arrival', 50)).toBeLessThan(0.95);
  });

  it('names the truly first of two buzzes 20 to 50 ms apart in 95 of 100 duels', () => {
    expect(rightShare(duels, 'corrected', 20, 50)).toBeGreaterThan(TARGETS.from20 - BY_CHANCE);
    expect(rightShare(duels, 'arrival', 20, 50)).toBeLessThan(0.85);
  });

  it('draws by lot what is less than 30 ms apart, and little of what is more than 50', () => {
    const drawn = (from: number) => {
      const { drawn: lots, held } = duels.find(({ gap }) => gap[0] === from) ?? { drawn: 0, held: 0 };
      return lots / held;
    };
    expect(drawn(0)).toBeGreaterThan(0.9);
    expect(drawn(50)).toBeLessThan(0.1);
  });

  it('plays the same duels for the same seed, and others for another', () => {
    expect(runDuels(100, 7)).toEqual(runDuels(100, 7));
    expect(runDuels(100, 7)).not.toEqual(runDuels(100, 8));
  });

  it('gives no liar more than 150 ms, flags nine of ten within 30 buzzes, and hardly any honest phone', () => {
    const [honest, ...liars] = runLiars(60, 1);
    expect(honest?.flagged).toBeLessThan(0.02);
    expect(liars).toHaveLength(4);
    for (const { name, gainMost } of liars)
      expect({ name, isBounded: gainMost <= 150 }).toEqual({ name, isBounded: true });
    const inPages = liars.filter(({ isPage }) => isPage);
    expect(inPages.map(({ flagged }) => flagged >= TARGETS.flagged)).toEqual([true, true, true]);
  });
});
