/** A string, and behind it the colon that makes it a key; or the beginning or end of something. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/**
 * Whether some object in this valid JSON names a key twice: readers do not agree on what it says then. What our own
 * clients write is found to be fine by comparing, without reading it again.
 */
export function hasDoubledKey(text: string, parsed: unknown): boolean {
  if (JSON.stringify(parsed) === text) return false;
  const open: (Set<unknown> | null)[] = [];
  for (const [token, name, colon] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined && name !== undefined) {
      const key: unknown = JSON.parse(name);
      if (open.at(-1)?.has(key)) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}
