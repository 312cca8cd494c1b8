import { ID_MAX_LENGTH, ID_PATTERN } from './constants.js';
import type { ClipId, GameId } from './ids.js';

/** Printable ASCII has one form, and nothing in it to replace: a large board is cleaned in a fraction of the time. */
const PLAIN = /^[\x20-\x7e]*$/;
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Trimmed, in one Unicode form, without control characters and lone surrogates, which Postgres refuses to store. */
export function cleanText(typed: string): string {
  if (isPlain(typed)) return typed.trim();
  return typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

// What the schemas of ids check, for pages that load no schemas: a phone knows its game by the id in the page's address.
const isId = (text: string): boolean => text.length <= ID_MAX_LENGTH && ID_PATTERN.test(text);

/** Whether the schema of a game's id accepts this text. */
export const isGameId = (text: string): text is GameId => isId(text);

/** Whether the schema of a clip's id accepts this text. */
export const isClipId = (text: string): text is ClipId => isId(text);
