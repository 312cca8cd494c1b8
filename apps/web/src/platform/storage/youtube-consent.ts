import { useSyncExternalStore } from 'react';
import { read, remove, write } from './local.js';

const KEY = 'youtube-consent';
const listeners = new Set<() => void>();

/** Whether a person at this device has agreed that it asks YouTube for music. */
export const hasYoutubeConsent = (): boolean => read(KEY) !== null;

/** Other tabs follow by the event of the storage. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
export const useYoutubeConsent = (): boolean => useSyncExternalStore(subscribe, hasYoutubeConsent);

const notify = () => listeners.forEach((listener) => listener());
export function giveYoutubeConsent(): void {
  write(KEY, 'yes');
  notify();
}
export function withdrawYoutubeConsent(): void {
  remove(KEY);
  notify();
}
