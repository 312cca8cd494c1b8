import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ERRORS } from '@earworm/contracts';

type Table = Readonly<Record<string, string>>;
const SRC = join(import.meta.dirname, '../..');
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Every English table by the namespace that the code beside it gives it. */
function readEnglish(): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  for (const file of globSync('**/en.json', { cwd: SRC })) {
    const folder = join(SRC, dirname(file));
    const code = globSync('*.{ts,tsx}', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
    const namespace = code.map((text) => /= textsOf\('([\w-]+)'/.exec(text)?.[1]).find((name) => name !== undefined);
    if (namespace === undefined) throw new Error(`nothing gives the texts of ${file} a namespace`);
    tables.set(namespace, read<Table>(join(SRC, file)));
  }
  const messages = Object.entries(ERRORS).map(([code, { message }]) => [code, message.replace(/\{(\w+)\}/g, '{{$1}}')]);
  return tables.set('messages', Object.fromEntries(messages) as Table);
}

const english = readEnglish();
const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const LANGUAGES = globSync('languages/*.json', { cwd: import.meta.dirname });

it.each([...globSync('**/en.json', { cwd: SRC }), ...LANGUAGES.map((file) => join('platform/i18n', file))])(
  'no text stands twice under one name, where the second would be shown for both: %s',
  (file) => {
    const names = (text: string) => [...text.matchAll(/^ *"(\w+)":/gm)].map(([, name]) => name);
    const text = readFileSync(join(SRC, file), 'utf8');
    expect(names(text)).toEqual(names(JSON.stringify(JSON.parse(text), null, 2)));
  },
);

describe.each(LANGUAGES)('the texts of %s', (file) => {
  const language = read<Record<string, Table>>(join(import.meta.dirname, file));

  it.each([...english])('say everything that English says: %s', (namespace, table) => {
    const missing = Object.keys(table).filter((key) => !language[namespace]?.[key]);
    expect(missing).toEqual([]);
  });

  it('say nothing that English does not, and leave the same blanks to fill', () => {
    const wrong = Object.entries(language).flatMap(([namespace, table]) =>
      Object.entries(table).filter(([key, text]) => {
        const original = english.get(namespace)?.[key];
        return original === undefined || String(blanks(original)) !== String(blanks(text));
      }),
    );
    expect(wrong).toEqual([]);
  });
});
