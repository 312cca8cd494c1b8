export interface Column<Role extends string = string> {
  readonly heading: string;
  /** What the column holds. */
  readonly role: Role;
  /** Known by its heading or its content; otherwise people are asked to look. */
  readonly certain: boolean;
}

/** By heading, in any case, with or without accents and marks. */
export type Meanings<Meaning extends string> = ReadonlyMap<string, Meaning>;

const key = (heading: string): string =>
  heading
    .slice(0, 80)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** @param headings of each meaning, separated by spaces */
export const meaningsOf = <Meaning extends string>(headings: Readonly<Record<Meaning, string>>): Meanings<Meaning> =>
  new Map(
    (Object.entries(headings) as [Meaning, string][]).flatMap(([meaning, names]) =>
      names.split(' ').map((name) => [key(name), meaning] as const),
    ),
  );

export const meaningIn = <Meaning extends string>(meanings: Meanings<Meaning>, heading: string): Meaning | undefined =>
  meanings.get(key(heading));
