import { expect, it } from '@jest/globals';
import { chooseLanguage, loadLanguage } from './languages.js';
import { t } from './t.js';

it('a language can be chosen before the page has begun to load its own', async () => {
  expect(t('otherLanguageTag')).toBe('de');
  await chooseLanguage('de');
  expect([document.documentElement.lang, t('otherLanguageTag')]).toEqual(['de', 'en']);
  // What comes after the first paint.
  await loadLanguage();
  expect([document.documentElement.lang, t('otherLanguageTag')]).toEqual(['de', 'en']);
});
