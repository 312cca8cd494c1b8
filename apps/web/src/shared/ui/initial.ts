/** The first letter of a name, or all of its first emoji: of a flag half its code points are a letter in a box. */
export function initialOf(name: string): string {
  const [first] = Intl.Segmenter ? new Intl.Segmenter().segment(name) : [];
  return (first?.segment ?? [...name][0] ?? '').toUpperCase();
}
