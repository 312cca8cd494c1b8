import { createHash } from 'node:crypto';

/** Frames of the stack that tell errors apart; those below are how one got there. */
const FRAMES = 3;

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
    .replace(/[a-z]+:\/\/[^/\s)]*/gi, '')
    .replace(/-[\w-]{8}\.js/g, '.js')
    .replace(/:\d+:\d+/g, '');

/** Errors with the same fingerprint are one to those who mend them. 16 hex digits. */
export function fingerprintOf({ name, message, stack }: { name: string; message: string; stack: string }): string {
  const frames = stack
    .split('\n')
    .filter((line) => /:\d+:\d+/.test(line))
    .slice(0, FRAMES)
    .map(frameOf);
  return createHash('sha256')
    .update([name, withoutValues(message), ...frames].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
