import { POINTS_STEP } from '@earworm/rules';

const [FIRST_YEAR, LAST_YEAR] = [1900, 2099];
export const isYear = (number: number): boolean => number >= FIRST_YEAR && number <= LAST_YEAR;
export const isStep = (number: number): boolean => number > 0 && number % POINTS_STEP === 0 && !isYear(number);

const mostly = (numbers: readonly number[], holds: (number: number) => boolean): boolean =>
  numbers.filter(holds).length * 2 > numbers.length;

export const looksLikeYears = (numbers: readonly number[]): boolean => mostly(numbers, isYear);

/** 1, 2, 3 … or 10, 9, 8 …: where a song stands in the list. */
export function looksLikeRanks(numbers: readonly number[]): boolean {
  if (numbers.length < 2 || numbers.every(isStep)) return false;
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return mostly(steps, (step) => step === 1) || mostly(steps, (step) => step === -1);
}

/** In a short list only steps of the board are sure to be points. */
const FEW = 3;
export const looksLikePoints = (numbers: readonly number[]): boolean =>
  mostly(numbers, isStep) || (numbers.length >= FEW && !looksLikeYears(numbers) && !looksLikeRanks(numbers));
