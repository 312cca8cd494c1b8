/**
 * Full jitter: a random delay from 0 to a bound that doubles from `first` up to `most`, so that many clients spread
 * out.
 */
export function backOff(attempt: number, random: () => number, first = 250, most = 8_000): number {
  return random() * Math.min(most, first * 2 ** Math.min(attempt, 30));
}
