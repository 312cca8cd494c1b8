/** It may be switched off or full (private windows): then nothing is kept and nothing fails. */
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

export const read = (key: string): string | null => orElse(null, () => localStorage.getItem(PREFIX + key));
export const write = (key: string, value: string): void =>
  orElse(undefined, () => localStorage.setItem(PREFIX + key, value));
export const remove = (key: string): void => orElse(undefined, () => localStorage.removeItem(PREFIX + key));

const parse = <T>(text: string | null): T | null => orElse(null, () => (text ? (JSON.parse(text) as T) : null));

export function readJson<T>(key: string): T | null {
  const text = read(key);
  const value = parse<T>(text);
  if (text && value === null) remove(key);
  return value;
}

export const keysAfter = (beginning: string): string[] => {
  const keys = orElse<string[]>([], () => Object.keys(localStorage));
  const prefix = PREFIX + beginning;
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
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
