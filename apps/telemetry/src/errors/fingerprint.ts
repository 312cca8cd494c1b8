import { createHash } from 'node:crypto';

/** Frames of the stack that tell errors apart; those below are how one got there. */
const FRAMES = 3;

/** A line's characters that are looked at: what is a pattern's to find stands at its front, and a page writes what it likes. */
const LINE_LENGTH = 300;

/** What differs between two occurrences of one error: numbers, ids, quoted values. */
const withoutValues = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replace(/\b[0-9a-f]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replace(/\d+/g, '#');

/** A frame without host, release hash and position: the same line of ours in every browser and release. */
const frameOf = (line: string): string =>
  line
    .trim()
    .replace(/^at /, '')
    .replace(/\b[a-z][a-z0-9+.-]{0,15}:\/\/[^/\s)]*/gi, '')
    .replace(/-[\w-]{8}\.js/g, '.js')
    .replace(/:\d+:\d+/g, '');

/** Errors with the same fingerprint are one to those who mend them. 16 hex digits. */
export function fingerprintOf({ name, message, stack }: { name: string; message: string; stack: string }): string {
  const frames = stack
    .split('\n')
    .map((line) => line.slice(0, LINE_LENGTH))
    .filter((line) => /:\d+:\d+/.test(line))
    .slice(0, FRAMES)
    .map(frameOf);
  return createHash('sha256')
    .update([name, withoutValues(message), ...frames].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
