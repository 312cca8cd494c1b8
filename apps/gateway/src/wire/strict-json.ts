/** Checked before parsing. */
export interface JsonBounds {
  readonly members: number;
  /** U+0000 in strings; no database of ours stores it. */
  readonly nul: boolean;
}

/** Bounds of all our schemas. */
const DEPTH = 64;
const MEMBERS_OF_ONE = 1_000;

const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

/** Throws SyntaxError for invalid JSON, exceeded bounds and duplicate keys, which parsers read differently. Linear. */
export function parseStrictJson(text: string, bounds: JsonBounds): unknown {
  const written = countKeys(text, bounds);
  const value: unknown = JSON.parse(text);
  // Duplicate keys collapse, so counts differ.
  if (keysOf(value) !== written) throw new SyntaxError('a key is written twice');
  if (!bounds.nul && text.includes('\\u0000') && holdsNul(value)) throw new SyntaxError('U+0000');
  return value;
}

export function parseStrictBytes(bytes: Uint8Array, bounds: JsonBounds): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SyntaxError('not UTF-8');
  }
  return parseStrictJson(text, bounds);
}

/** Per depth; reused, as every frame is scanned. */
const commas = new Uint16Array(DEPTH + 1);

/** Colons outside strings count keys; commas and brackets count members. */
function countKeys(text: string, { members }: Pick<JsonBounds, 'members'>): number {
  let [keys, found, open] = [0, 0, 0];
  commas[0] = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        keys++;
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++open > DEPTH) throw new SyntaxError('nested too deeply');
        commas[open] = 0;
        found++;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (--open < 0) throw new SyntaxError('a bracket that nothing opens');
        break;
      case COMMA: {
        const own = (commas[open] ?? 0) + 1;
        if (++found > members || own >= MEMBERS_OF_ONE) throw new SyntaxError('too many members');
        commas[open] = own;
      }
    }
  }
  if (found > members) throw new SyntaxError('too many members');
  return keys;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  throw new SyntaxError('a string without an end');
}

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const each of value) keys += keysOf(each);
    return keys;
  }
  const inner = Object.values(value);
  for (const each of inner) keys += keysOf(each);
  return inner.length + keys;
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner));
}
