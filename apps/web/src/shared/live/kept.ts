import { useEffect, useRef } from 'react';

/** A key must not wait for the storage. */
const KEEP_AFTER_MS = 250;
const PREFIX = 'earworm.';

/** What was typed in this tab and neither saved nor cancelled: going back, or a page loaded anew, loses none of it. */
export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** The keys of this tab that begin so. */
export function keptKeys(beginning: string): readonly string[] {
  const keys: string[] = [];
  stored((storage) => keys.push(...Object.keys(storage)));
  return keys.filter((key) => key.startsWith(PREFIX + beginning)).map((key) => key.slice(PREFIX.length));
}

export const writeKept = (key: string, value: object): void =>
  stored((storage) => storage.setItem(PREFIX + key, JSON.stringify(value)));

export const forgetKept = (key: string): void => stored((storage) => storage.removeItem(PREFIX + key));

/**
 * Keeps `value`, a moment after its last change and when its form leaves the page; null keeps what is there. What it
 * returns forgets it: it was saved or cancelled.
 */
export function useKept(key: string, value: object | null): () => void {
  const text = value === null ? null : JSON.stringify(value);
  const unkept = useRef<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    unkept.current = text;
    const timer = setTimeout(() => keep(key, unkept), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    const now = () => keep(key, unkept);
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, [key]);
  return () => {
    unkept.current = null;
    forgetKept(key);
  };
}

function keep(key: string, unkept: { current: string | null }): void {
  const text = unkept.current;
  if (text !== null) stored((storage) => storage.setItem(PREFIX + key, text));
  unkept.current = null;
}

/** Where storage is full or switched off, the open page is all that keeps it. */
function stored(act: (storage: Storage) => unknown): void {
  try {
    act(sessionStorage);
  } catch {
    // Nothing is kept.
  }
}
