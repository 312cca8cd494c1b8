import { useEffect, useRef } from 'react';

/** Typing must not wait for the storage. */
const KEEP_AFTER_MS = 250;
const PREFIX = 'earworm.';

/** Unsaved input of this tab survives navigation and reloads. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function storedKeys(beginning: string): readonly string[] {
  const keys: string[] = [];
  stored((storage) => keys.push(...Object.keys(storage)));
  return keys.filter((key) => key.startsWith(PREFIX + beginning)).map((key) => key.slice(PREFIX.length));
}

export const writeStored = (key: string, value: object): void =>
  stored((storage) => storage.setItem(PREFIX + key, JSON.stringify(value)));

export const removeStored = (key: string): void => stored((storage) => storage.removeItem(PREFIX + key));

/** Keeps `value` after a pause and on unmount; null keeps the stored value. The returned function deletes it. */
export function useStored(key: string, value: object | null): () => void {
  const text = value === null ? null : JSON.stringify(value);
  const failedValue = useRef<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    failedValue.current = text;
    const timer = setTimeout(() => keep(key, failedValue), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    const now = () => keep(key, failedValue);
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, [key]);
  return () => {
    failedValue.current = null;
    removeStored(key);
  };
}

function keep(key: string, failedValue: { current: string | null }): void {
  const text = failedValue.current;
  if (text !== null) stored((storage) => storage.setItem(PREFIX + key, text));
  failedValue.current = null;
}

function stored(act: (storage: Storage) => unknown): void {
  try {
    act(sessionStorage);
  } catch {
    // Nothing is kept.
  }
}
