import { NAME_MAX_LENGTH } from './constants.js';
import type { RejectionCode } from './rejections.js';

/**
 * Text as it is kept: one Unicode form, no control characters, no half of a surrogate pair (Postgres refuses to store
 * either), no blanks around it.
 */
export const cleanText = (typed: string): string =>
  typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** A player's or moderator's name with single blanks, or why it is none. Length counts code points, so an emoji is one. */
export function cleanName(typed: string): { readonly name: string } | { readonly refused: RejectionCode } {
  const name = cleanText(typed).replace(/\s+/gu, ' ');
  if (withoutInvisible(name) === '') return { refused: 'name-required' };
  return [...name].length > NAME_MAX_LENGTH ? { refused: 'name-too-long' } : { name };
}

/** Names with the same key are the same name: case and invisible characters do not tell them apart. */
export const nameKey = (name: string): string => withoutInvisible(name.toUpperCase().toLowerCase()).normalize('NFC');

const withoutInvisible = (text: string): string => text.replace(/[\p{Cf}\u{FE00}-\u{FE0F}]+/gu, '').trim();
