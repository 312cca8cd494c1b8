import exec from 'k6/execution';

/** This VU's share of what its scenario is to do; the first ones do one more where it does not divide. */
export function share(all: number, vus: number): number {
  const index = exec.scenario.iterationInTest;
  return Math.floor(all / vus) + (index < all % vus ? 1 : 0);
}
