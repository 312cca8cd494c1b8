const KEY = 'earworm.reloaded-at';
/** A second reload within this time would mean that loading again does not help. */
const ONCE_PER_MS = 30_000;

const missing = new WeakSet<object>();

/** Remembers which errors are of files that could not be fetched. Browsers do not ask for such a file twice. */
export function watchMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/**
 * A page opened before a release asks for files that are gone: loading it again fetches the new ones. Only for an error that
 * keeps the page from being drawn: with a file that was fetched ahead, the reload would take what somebody types or plays.
 * True when the page is being loaded again.
 */
export function reloadIfFileIsMissing(error: unknown, reload: () => void): boolean {
  if (typeof error !== 'object' || error === null || !missing.has(error) || !navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_PER_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage nobody counts the reloads, so there are none: the error screen offers one.
    return false;
  }
  reload();
  return true;
}
