import { standIn } from '@earworm/rules';

const segmenter = new Intl.Segmenter();

/** A number that tells names apart, as in "Maya King 2", and what comes before it. */
const NUMBERED = /^(?<name>.*\S)\s+(?<number>\d+)$/u;

/**
 * The first word, and the first letter of the last one: "Maya K.". A name of one word becomes its first letter: "M.". A number at
 * the end is kept. An emoji gets no full stop. "Player 7", the stand-in of a name under review, stays whole.
 */
export function shortName(name: string): string {
  const { name: unnumbered, number } = NUMBERED.exec(name.trim())?.groups ?? {};
  if (unnumbered === undefined || number === undefined) return shortened(name);
  return name === standIn(Number(number)) ? name : `${shortened(unnumbered)} ${number}`;
}

function shortened(name: string): string {
  const words = name.trim().split(/\s+/u);
  const last = words.pop() ?? '';
  const [first] = segmenter.segment(last);
  const letter = /[\p{L}\p{N}]/u.test(first?.segment ?? '') ? `${first?.segment}.` : (first?.segment ?? '');
  return [...words.slice(0, 1), letter].join(' ');
}
