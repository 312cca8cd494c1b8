const KEY = 'earworm.reloaded-at';
/** A second reload within this time would mean that loading again does not help. */
const ONCE_PER_MS = 30_000;

/** A page opened before a release asks for pieces that are gone: loading it again fetches the new ones. */
export function reloadWhenPiecesAreGone(): void {
  addEventListener('vite:preloadError', (failure) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_PER_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Without storage nobody counts the reloads, so there are none: the error screen offers one.
      return;
    }
    failure.preventDefault();
    location.reload();
  });
}
