/** What must never reach a log even inside a sentence: tokens, passwords in URLs, e-mail addresses. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(\w+:\/\/[^\s:/@"]*):[^\s@/"]+@/g, '$1:[hidden]@'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
];

export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
