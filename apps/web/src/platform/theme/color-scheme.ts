import { useSyncExternalStore } from 'react';

export type ColorScheme = 'dark' | 'light';

const KEY = 'earworm.color-scheme';
const listeners = new Set<(scheme: ColorScheme) => void>();
const isScheme = (value: unknown): value is ColorScheme => value === 'dark' || value === 'light';

/** The document has it: public/color-scheme.js sets it before the first paint. */
export const colorSchemeNow = (): ColorScheme =>
  document.documentElement.dataset['mantineColorScheme'] === 'light' ? 'light' : 'dark';

function show(scheme: ColorScheme): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  for (const listener of [...listeners]) listener(scheme);
}

export function chooseColorScheme(scheme: ColorScheme): void {
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // For this page only.
  }
  show(scheme);
}

// Chosen in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && isScheme(newValue)) show(newValue);
});

export function onColorScheme(listener: (scheme: ColorScheme) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(onColorScheme, colorSchemeNow);
