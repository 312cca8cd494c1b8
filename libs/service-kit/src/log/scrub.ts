/**
 * What must never reach a log even inside a sentence: tokens, passwords in URLs, e-mail addresses. Each pattern begins
 * only where a run of its characters begins (`(?<!…)`): tried inside of one, it would read a long word again for each letter.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=(?:[\w-]*-)?eyJ)[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?<!\w)(\w+:\/\/[^\s:/@"]*):[^\s@/"]+@/g, '$1:[hidden]@'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
];

export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
