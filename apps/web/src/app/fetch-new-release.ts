const KEY = 'earworm.reloaded-at';
/** A second reload this soon would not help either. */
const ONCE_PER_MS = 30_000;

const missing = new WeakSet<object>();

/** Browsers do not request a file again that failed to load. */
export function watchMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/**
 * A page opened before a release requests files that are gone: reloads it once. Only for errors that keep the page
 * from rendering, because a reload discards what is typed or played.
 */
export function reloadIfFileIsMissing(error: unknown, reload: () => void): boolean {
  if (typeof error !== 'object' || error === null || !missing.has(error) || !navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_PER_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage reloads cannot be counted, so there are none.
    return false;
  }
  reload();
  return true;
}
