/// <reference lib="dom" />
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@earworm/contracts';
import type { Page } from 'playwright-core';
import { TUNE_CATEGORIES } from '../../../apps/library/src/starter/starter-quiz.js';
import { ROOT } from '../../harness/root.js';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const WEB = join(ROOT, 'apps/web/src');
const GERMAN = JSON.parse(readFileSync(join(WEB, 'platform/i18n/languages/de.json'), 'utf8')) as Texts;

/** Of a browser whose user chose German. */
export const IN_GERMAN = { 'earworm.language': 'de' } as const;

/** The German text of a key, for locators. */
export function german(namespace: string, key: string, blanks: Readonly<Record<string, string>> = {}): string {
  const text = GERMAN[namespace]?.[key];
  if (text === undefined) throw new Error(`There is no German text ${namespace} ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => blanks[name] ?? '');
}

const wordsOf = (text: string) => text.replace(/\{\{?\w+\}?\}/g, ' ').match(/\p{L}[\p{L}’'-]+/gu) ?? [];
const lowerCase = (texts: readonly string[]) => texts.flatMap(wordsOf).map((word) => word.toLowerCase());

/** The texts in the tables that files hand to `textsOf`, and the messages of errors. */
function englishTexts(): string[] {
  const tables = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.spec.*', 'testing/**'] }).flatMap((file) => [
    ...readFileSync(join(WEB, file), 'utf8').matchAll(/textsOf\('[\w-]+', \{(.*?)^\}\)/gms),
  ]);
  const texts = tables.flatMap(([, table = '']) => [...table.matchAll(/:\s*(['"])(.*?)\1,$/gms)]);
  return [...texts.map(([, , text = '']) => text), ...Object.values(ERRORS).map(({ message }) => message)];
}

/** With the name of the language, which English calls so, too. */
const germanWords = new Set([...lowerCase(Object.values(GERMAN).flatMap((texts) => Object.values(texts))), 'deutsch']);
/** Words of English texts that occur in no German one. */
const ENGLISH_ONLY = new Set(lowerCase(englishTexts()).filter((word) => !germanWords.has(word)));

/** Of services, their checks and roles, as they are in logs and tokens. */
const NAMES = /^(library|game|shows|(database|disk) space: .*|registered, admin)$/;

/** What the starter quiz says, which is no text of the product. */
const CONTENT = TUNE_CATEGORIES.flatMap(({ name, tunes }) => [
  name,
  ...tunes.flatMap(({ answer, title }) => [answer, title]),
])
  .concat('Starter quiz')
  .toSorted((a, b) => b.length - a.length);

/** Paths of pages, e-mail and network addresses, numbers and ids: an id has `de` or `be` between its digits. */
const NO_WORDS = /\S*[@/\d]\S*/g;

/** What the page shows or gives to a screen reader, without what is marked as another language. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const isGerman = (element: Element) =>
      element.closest('[lang]')?.getAttribute('lang') === 'de' && !element.closest('script, style, noscript');
    for (const element of document.querySelectorAll('body, body *')) {
      if (!isGerman(element)) continue;
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
    return texts;
  });

/** Texts on a German page with words of the English texts. */
export async function englishOn(page: Page): Promise<string[]> {
  const texts = new Set(await textsOn(page));
  return [...texts].flatMap((text) => {
    const written = CONTENT.reduce((rest, content) => rest.replaceAll(content, ''), text.trim().replace(NAMES, ''));
    const english = lowerCase([written.replace(NO_WORDS, '')]).filter((word) => ENGLISH_ONLY.has(word));
    return english.length === 0 ? [] : [`English “${text.trim().slice(0, 80)}”: ${english.join(', ')}`];
  });
}
