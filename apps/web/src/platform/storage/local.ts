/** It may be switched off or full (private windows): then what is written lasts as long as the page. */
export const PREFIX = 'earworm.';

/** 32 hexadecimal digits; works without a secure context. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const orElse = <T>(fallback: T, access: () => T): T => {
  try {
    return access();
  } catch {
    return fallback;
  }
};

/** What could not be stored, until this page is closed. */
const unstored = new Map<string, string>();

/** False where the browser stores nothing for this site, or no longer. */
export const isStored = (): boolean => {
  const value = String(Math.random());
  const isKept = orElse(false, () => {
    localStorage.setItem(`${PREFIX}probe`, value);
    return localStorage.getItem(`${PREFIX}probe`) === value;
  });
  orElse(undefined, () => localStorage.removeItem(`${PREFIX}probe`));
  return isKept;
};

export const read = (key: string): string | null =>
  unstored.get(key) ?? orElse(null, () => localStorage.getItem(PREFIX + key));
export function write(key: string, value: string): void {
  const isKept = orElse(false, () => {
    localStorage.setItem(PREFIX + key, value);
    return localStorage.getItem(PREFIX + key) === value;
  });
  if (isKept) unstored.delete(key);
  else unstored.set(key, value);
}
export function remove(key: string): void {
  unstored.delete(key);
  orElse(undefined, () => localStorage.removeItem(PREFIX + key));
}

const parse = <T>(text: string | null): T | null => orElse(null, () => (text ? (JSON.parse(text) as T) : null));

export function readJson<T>(key: string): T | null {
  const text = read(key);
  const value = parse<T>(text);
  if (text && value === null) remove(key);
  return value;
}

export const keysAfter = (beginning: string): string[] => {
  const keys = orElse<string[]>([], () => Object.keys(localStorage));
  const stored = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return [...new Set([...stored, ...unstored.keys()])]
    .filter((key) => key.startsWith(beginning))
    .map((key) => key.slice(beginning.length));
};

export const readJsonOfTab = <T>(key: string): T | null =>
  parse(orElse(null, () => sessionStorage.getItem(PREFIX + key)));
export const writeOfTab = (key: string, value: string | null): void =>
  orElse(undefined, () =>
    value === null ? sessionStorage.removeItem(PREFIX + key) : sessionStorage.setItem(PREFIX + key, value),
  );

export function clearCompleted(): void {
  // Disabled storage throws when accessed.
  for (const storageOf of [() => localStorage, () => sessionStorage])
    orElse(undefined, () => {
      const storage = storageOf();
      for (const key of Object.keys(storage)) if (key.includes('_completed')) storage.removeItem(key);
    });
}
