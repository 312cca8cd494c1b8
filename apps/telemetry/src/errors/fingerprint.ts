import { createHash } from 'node:crypto';

/** The innermost frames: outer ones only show the way there. */
const FRAMES = 3;

/** Bounds the patterns' work: a page may send anything. */
const LINE_LENGTH = 300;

/** Without numbers, ids and quoted values. */
const withoutValues = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replace(/\b[0-9a-f]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replace(/\d+/g, '#');

/** Without host, release hash and position: the same in every browser and release. */
const frameOf = (line: string): string =>
  line
    .trim()
    .replace(/^at /, '')
    .replace(/\b[a-z][a-z0-9+.-]{0,15}:\/\/[^/\s)]*/gi, '')
    .replace(/-[\w-]{8}\.js/g, '.js')
    .replace(/:\d+:\d+/g, '');

/** Groups occurrences of one error. 16 hex digits. */
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
