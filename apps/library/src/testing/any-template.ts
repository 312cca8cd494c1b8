import { CategoryDraft, cleanText } from '@earworm/rules';
import { unicodeText } from '@earworm/rules/testing/properties';
import fc from 'fast-check';
import { cleanCategory, cleanFacts } from '../templates/content.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

/** What spreadsheets, separators, quotes and directions of writing make of a text. */
const nasty = fc.constantFrom(
  '=1+1',
  "'=x",
  '-5',
  '@a',
  'a;b',
  'a,b',
  '"',
  'a"b',
  'line',
  '😀',
  'שלום',
  'مرحبا',
  '<b>',
);
export const anyText = (maxLength: number) =>
  fc
    .oneof(nasty, fc.string({ maxLength, unit: 'grapheme' }), unicodeText(maxLength))
    .map((typed) => cleanText(cleanText(typed).slice(0, maxLength)));
const question = fc.record({
  questionId: fc.constant('q'),
  youtubeLink: fc.oneof(fc.constant(LINK), fc.constant('-aaaaaaaaa1'), anyText(60)),
  clipId: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)),
  youtubeSongName: anyText(40),
  answer: anyText(40),
  points: fc.integer({ min: 0, max: 1_000_000 }),
});
const category = fc.record({
  categoryId: fc.constant('c'),
  name: anyText(40).filter((name) => name !== ''),
  questions: fc.array(question, { maxLength: 30 }),
});
export const anyCategories = fc
  .uniqueArray(category, { maxLength: 8, selector: ({ name }) => name })
  .map((list) => list.map((each) => cleanCategory(CategoryDraft.parse(each))));
export const anyFacts = fc
  .record({
    title: anyText(80),
    description: anyText(300),
    language: fc.constantFrom(null, 'en', 'de'),
    tags: fc.uniqueArray(anyText(24), { maxLength: 8 }),
  })
  .map(cleanFacts);
