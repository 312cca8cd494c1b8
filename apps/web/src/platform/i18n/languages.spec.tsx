import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@earworm/contracts';
import { chooseLanguage, LANGUAGES, loadLanguage } from './languages.js';
import { messageOf, t } from './t.js';
import { onTexts } from './texts.js';

type Table = Readonly<Record<string, string>>;
const SRC = join(import.meta.dirname, '../..');

/** The files that define texts, by the namespaces they give them. */
const definedIn = globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: ['**/*.spec.*', 'testing/**'] }).flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/= textsOf\('([\w-]+)'/g)].map(([, namespace = '']) => ({
    namespace,
    file,
  })),
);
for (const { file } of definedIn) await import(join(SRC, file));
const messages = Object.entries(ERRORS).flatMap(([code, { message }]) => {
  const text = message.replace(/\{(\w+)\}/g, '{{$1}}');
  const keys = text.includes('{{n}} seconds') ? [`${code}_one`, `${code}_other`] : [code];
  return keys.map((key) => [key, text]);
});
const english = new Map<string, Table>([['messages', Object.fromEntries(messages) as Table]]);
onTexts((namespace, table) => english.set(namespace, table));

const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

it('a language can be chosen before the page has begun to load its own', async () => {
  expect(t('otherLanguageTag')).toBe('de');
  await chooseLanguage('de');
  expect([document.documentElement.lang, t('otherLanguageTag')]).toEqual(['de', 'en']);
  // What comes after the first paint.
  await loadLanguage();
  expect([document.documentElement.lang, t('otherLanguageTag')]).toEqual(['de', 'en']);
});

it.each([
  [1, 'Zu viele Anfragen. Bitte warte 1 Sekunde, bevor du es erneut versuchst.'],
  [7, 'Zu viele Anfragen. Bitte warte 7 Sekunden, bevor du es erneut versuchst.'],
  [undefined, 'Zu viele Anfragen. Bitte warte 30 Sekunden, bevor du es erneut versuchst.'],
])('a rate limit with %s seconds left is shown in singular or plural', async (n, sentence) => {
  await chooseLanguage('de');
  expect(messageOf('limit-requests', n === undefined ? {} : { n })).toBe(sentence);
});

it('no two files of the app give their texts the same namespace', () => {
  const namespaces = definedIn.map(({ namespace }) => namespace);
  expect(namespaces.toSorted()).toEqual([...english.keys()].filter((name) => name !== 'messages').toSorted());
});

it('every language file can be chosen', () => {
  const files = globSync('languages/*.json', { cwd: import.meta.dirname });
  expect(files.toSorted()).toEqual(Object.keys(LANGUAGES).map((tag) => `languages/${tag}.json`));
});

describe.each(Object.keys(LANGUAGES))('the texts of %s', (tag) => {
  const text = readFileSync(join(import.meta.dirname, `languages/${tag}.json`), 'utf8');
  const language = JSON.parse(text) as Record<string, Table>;

  it('use no name twice, where the second would be shown for both', () => {
    const names = (json: string) => [...json.matchAll(/^ *"(\w+)":/gm)].map(([, name]) => name);
    expect(names(text)).toEqual(names(JSON.stringify(language, null, 2)));
  });

  it.each([...english])('say everything that English says: %s', (namespace, table) => {
    const missing = Object.keys(table).filter((key) => !language[namespace]?.[key]);
    expect(missing).toEqual([]);
  });

  it('say nothing that English does not, and leave the same blanks to fill', () => {
    const wrong = Object.entries(language).flatMap(([namespace, table]) =>
      Object.entries(table).filter(([key, translation]) => {
        const original = english.get(namespace)?.[key];
        return original === undefined || String(blanks(original)) !== String(blanks(translation));
      }),
    );
    expect(wrong).toEqual([]);
  });
});
