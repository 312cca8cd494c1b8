const SHORTEST = 6;
const MOST_USED = 2_500;

/** German words and the product's name, which rank too low in the dictionary. */
const ADDITIONAL = `
abcdef abcdefg abcdefgh abcdef1 qwertz qwertz1 qwertzui qwertzuiop yxcvbnm passwort1 passwort123 hallo123 hallo1
schatz1 ichliebedich fussball fußball schalke04 earworm earworm1 earworm123 ohrwurm ohrwurm1 musikquiz changeme1
admin123 admin1234 administrator
`;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that is chosen: the dictionary takes 3 MB and time of every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const mostUsed = dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, MOST_USED);
  return new Set([...mostUsed, ...ADDITIONAL.trim().split(/\s+/)]);
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await (loading ??= load())).has(password.toLowerCase());
}
