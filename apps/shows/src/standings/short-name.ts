const segmenter = new Intl.Segmenter();

/**
 * The first word, and the first letter of the last one: "Maya K.". A name of one word becomes its first
 * letter: "M.". A number at the end is kept, as in "Player 7", the stand-in of a name under review. An emoji gets no full
 * stop.
 */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const last = words.pop() ?? '';
  if (words.length > 0 && /^\d+$/u.test(last)) return [...words, last].join(' ');
  const [first] = segmenter.segment(last);
  const shortened = /[\p{L}\p{N}]/u.test(first?.segment ?? '') ? `${first?.segment}.` : (first?.segment ?? '');
  return [...words.slice(0, 1), shortened].join(' ');
}
